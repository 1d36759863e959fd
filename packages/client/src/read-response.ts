import { type FieldError, PosthouseError } from "./posthouse-error.ts";
import { readRetryAfter } from "./retry.ts";

type ReceivedResponse = { response: Response; text: string; now: number };
type ErrorBody = {
  error?: { code?: unknown; message?: unknown; fields?: FieldError[]; request_id?: string };
};

/** Returns the body of a successful response, or undefined if it is empty. Throws PosthouseError for all other responses. */
export function readResponse({ response, text, now }: ReceivedResponse): unknown {
  const body = parse(text);
  const error = (body as ErrorBody | null | undefined)?.error;
  if (response.ok && (body !== undefined || text === "")) return body;
  if (!response.ok && typeof error?.code === "string" && typeof error.message === "string")
    throw new PosthouseError({
      code: error.code,
      message: error.message,
      status: response.status,
      fields: Array.isArray(error.fields) ? error.fields : [],
      requestId: error.request_id ?? response.headers.get("x-request-id"),
      retryAfterMs: readRetryAfter(response.headers.get("retry-after"), now),
    });
  throw unexpected(response, now);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A response from a proxy, a redirect, or another program on that port. */
function unexpected(response: Response, now: number): PosthouseError {
  const { status, headers } = response;
  const redirects = response.type === "opaqueredirect" || (status >= 300 && status < 400);
  const message = redirects
    ? `The server redirects to ${headers.get("location") ?? "another address"}. Use that address as baseUrl.`
    : `The response (HTTP ${status}) is not from Posthouse. Check baseUrl and any proxy in front of the server.`;
  return new PosthouseError({
    code: "unexpected_response",
    message,
    status,
    requestId: headers.get("x-request-id"),
    retryAfterMs: readRetryAfter(headers.get("retry-after"), now),
  });
}
