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
 * Everything that goes wrong. `code` is stable: the server's codes are listed in its documentation; the client's own are
 * `network_error`, `timeout`, `aborted`, `unexpected_answer`, `invalid_option` and `react_email_missing`.
 */
export class PosthouseError extends Error {
  override readonly name = "PosthouseError";
  readonly code: string;
  /** Of the HTTP answer; null if there was none. */
  readonly status: number | null;
  /** What is invalid, where fields of the request are. */
  readonly fields: readonly FieldError[];
  /** Finds the request in the server's log; null if the server did not answer. */
  readonly requestId: string | null;
  /** How long the server wants us to wait; null if it did not say. */
  readonly retryAfterMs: number | null;
  /** How often the request was made. More than 1: an earlier attempt may have been carried out. */
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
