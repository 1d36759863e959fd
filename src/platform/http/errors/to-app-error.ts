import { isUnavailable } from "../../db/index.ts";
import { AppError, errors } from "../../errors/index.ts";
import { isConnectionError } from "./connection-errors.ts";

const TOO_LARGE = "The request body is larger than this route accepts. Send less data per request.";
const MALFORMED =
  "The request could not be read. Send well-formed JSON whose length matches its Content-Length.";

/** Maps Fastify's own errors to our codes. */
const FRAMEWORK_ERRORS = new Map<string, () => AppError>([
  ["FST_ERR_CTP_BODY_TOO_LARGE", () => errors.body_too_large(TOO_LARGE)],
  ["FST_ERR_CTP_INVALID_MEDIA_TYPE", () => unsupportedMediaType()],
  ["FST_ERR_CTP_INVALID_CONTENT_LENGTH", () => errors.malformed_request(MALFORMED)],
  ["FST_ERR_CTP_EMPTY_JSON_BODY", () => errors.malformed_request("The body is empty. Send a JSON object.")],
  [
    "FST_ERR_BAD_URL",
    () => errors.malformed_request("The path is not a valid URL. Check its percent-encoding."),
  ],
  [
    "FST_ERR_MAX_PARAM_LENGTH",
    () => errors.not_found("There is nothing at this path. See /docs for the available paths."),
  ],
]);

export function unsupportedMediaType(): AppError {
  return errors.unsupported_media_type(
    "Send the body as JSON: Content-Type: application/json, in UTF-8, without Content-Encoding.",
  );
}

/** Turns any thrown value into an error that callers may see. Unknown errors become `internal`, with their cause. */
export function toAppError(thrown: unknown, { hasClientLeft = false } = {}): AppError {
  if (thrown instanceof AppError) return thrown;
  const code = codeOf(thrown);
  const toError = FRAMEWORK_ERRORS.get(code);
  if (toError) return toError();
  // The client disconnected while it sent its body. The code alone does not show this, because connections to the database
  // fail with the same codes.
  if (isConnectionError(thrown) || (hasClientLeft && code === "ERR_STREAM_PREMATURE_CLOSE"))
    return errors.malformed_request(MALFORMED);
  const status = statusOf(thrown);
  if (status === 403 || status === 404)
    return errors.not_found("There is nothing at this path. See /docs for the available paths.");
  if (status >= 400 && status < 500) return errors.malformed_request(MALFORMED);
  // These codes of Node and Fastify mean a bug in this program, not a failure of the database. ERR_SSL_ comes from its connection.
  if (!/^(ERR_(?!SSL_)|FST_)/.test(code) && isUnavailable(thrown))
    return errors.unavailable(
      "The database does not respond at the moment. If this request changes something, check whether it did, then try again.",
      {
        cause: thrown,
        headers: { "retry-after": "2" },
      },
    );
  return errors.internal(
    "Something went wrong in Posthouse. Try again, and report the request id if it persists.",
    {
      cause: thrown,
    },
  );
}

function codeOf(thrown: unknown): string {
  const code = thrown instanceof Error ? (thrown as { code?: unknown }).code : null;
  return typeof code === "string" ? code : "";
}

/** Plugins mark client errors with a status. */
function statusOf(thrown: unknown): number {
  const status = thrown instanceof Error ? (thrown as { statusCode?: unknown }).statusCode : null;
  return typeof status === "number" ? status : 500;
}
