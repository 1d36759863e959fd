export type FieldError = { path: string; message: string };

type Details = {
  code: string;
  message: string;
  status?: number;
  fields?: FieldError[];
  requestId?: string | null;
  retryAfterMs?: number | null;
  cause?: unknown;
};

/**
 * The error that all methods throw. `code` is stable: the server's codes are listed in its documentation; the client's own are
 * `network_error`, `timeout`, `aborted`, `unexpected_response`, `invalid_option` and `react_email_missing`.
 */
export class PosthouseError extends Error {
  override readonly name = "PosthouseError";
  readonly code: string;
  /** The HTTP status, or null without a response. An export that breaks off has status 200. */
  readonly status: number | null;
  /** The invalid fields of the request, if any. */
  readonly fields: readonly FieldError[];
  /** Identifies the request in the server's log. Null without a response. */
  readonly requestId: string | null;
  /** The server's Retry-After, or null. */
  readonly retryAfterMs: number | null;
  /** Number of attempts. If more than 1, an earlier attempt may have been carried out. */
  attempts = 1;

  constructor({ code, message, status, fields, requestId, retryAfterMs, cause }: Details) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status ?? null;
    this.fields = fields ?? [];
    this.requestId = requestId ?? null;
    this.retryAfterMs = retryAfterMs ?? null;
  }
}
