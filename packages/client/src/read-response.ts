import { aborted } from "./pause.ts";
import { type FieldError, PosthouseError } from "./posthouse-error.ts";
import { readRetryAfter } from "./retry.ts";

type ErrorBody = {
  error?: { code?: unknown; message?: unknown; fields?: FieldError[]; request_id?: string };
};

/** Returns the body of a successful response, or undefined if it is empty. Throws PosthouseError for all other responses. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  const body = parse(text);
  if (response.ok && (body !== undefined || text === "")) return body;
  throw errorOf(response, body);
}

/** `timeoutMs`: how long a stream may wait for its next bytes. */
export type ReadOptions = { signal: AbortSignal | undefined; timeoutMs: number };

/** Returns a successful response of this type while it arrives. Throws PosthouseError for all other responses. */
export async function readStream(
  response: Response,
  { type, ...options }: ReadOptions & { type: string },
): Promise<ReadableStream<Uint8Array>> {
  const { ok, body, headers } = response;
  const isExpected = headers.get("content-type")?.startsWith(type) ?? false;
  if (ok && isExpected && body) return withPosthouseErrors(body, response.status, options);
  throw errorOf(response, parse(await response.text()));
}

/** The stream, except that it fails with a PosthouseError, also if the server stops sending. */
function withPosthouseErrors(
  body: ReadableStream<Uint8Array>,
  status: number,
  { signal, timeoutMs }: ReadOptions,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Limits only the wait for the server: the consumer of the stream may be slow.
      const timer = setTimeout(() => {
        const message = `The server sent nothing for ${timeoutMs} ms, before the response was complete.`;
        controller.error(new PosthouseError({ code: "timeout", message, status }));
        void reader.cancel().catch(() => undefined);
      }, timeoutMs);
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        const message = "The connection broke before the response was complete.";
        controller.error(
          signal?.aborted
            ? aborted(signal)
            : new PosthouseError({ code: "network_error", message, status, cause }),
        );
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function errorOf(response: Response, body: unknown): PosthouseError {
  const error = (body as ErrorBody | null | undefined)?.error;
  const now = Date.now();
  if (response.ok || typeof error?.code !== "string" || typeof error.message !== "string")
    return unexpected(response, now);
  return new PosthouseError({
    code: error.code,
    message: error.message,
    status: response.status,
    fields: Array.isArray(error.fields) ? error.fields : [],
    requestId: error.request_id ?? response.headers.get("x-request-id"),
    retryAfterMs: readRetryAfter(response.headers.get("retry-after"), now),
  });
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
