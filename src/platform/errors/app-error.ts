/**
 * Errors that callers may see. Each has a code that is public API: listed in docs/reference/errors.md, with a page of its own, tested, never
 * renamed. Any other exception is a failure of ours: it is logged with its cause and returned as `internal`.
 */
export type ErrorDefinition = {
  readonly status: number;
  readonly meaning: string;
  /** Shown on the code's page in the documentation, with the fix. */
  readonly causes: readonly string[];
  readonly fix: string;
};
export type FieldError = { path: string; message: string };
type ErrorExtras = { fields?: FieldError[]; headers?: Record<string, string>; cause?: unknown };

export class AppError extends Error {
  override name = "AppError";
  readonly code: string;
  readonly status: number;
  readonly fields: FieldError[] | undefined;
  readonly headers: Record<string, string>;

  constructor(code: string, status: number, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.status = status;
    this.fields = extras.fields;
    this.headers = extras.headers ?? {};
  }
}

/** Returns a result, or throws the error that it is: for the edge, where a framework turns exceptions into responses. */
export function orThrow<T>(result: T | AppError): T {
  if (result instanceof AppError) throw result;
  return result;
}

/** Returns the result of a call that throws its AppErrors, or that error. Other exceptions stay exceptions. */
export async function returned<T>(call: Promise<T>): Promise<T | AppError> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const catalog = new Map<string, ErrorDefinition>();

/** All codes defined by the modules loaded so far. */
export function errorCatalog(): ReadonlyMap<string, ErrorDefinition> {
  return catalog;
}

/**
 * Adds codes to the catalog and returns a constructor for each: `const e = defineErrors({ gone: … }); throw e.gone("…")`.
 * The message says what the caller can do next.
 */
export function defineErrors<T extends Record<string, ErrorDefinition>>(definitions: T) {
  const makers = {} as { [K in keyof T]: (message: string, extras?: ErrorExtras) => AppError };
  for (const code of Object.keys(definitions) as (keyof T & string)[]) {
    const definition = definitions[code] as ErrorDefinition;
    if (catalog.has(code)) throw new Error(`error code ${code} is defined twice`);
    catalog.set(code, definition);
    makers[code] = (message, extras) => new AppError(code, definition.status, message, extras);
  }
  return makers;
}

/** Codes that any route may return. */
export const errors = defineErrors({
  malformed_request: {
    status: 400,
    meaning: "The request could not be read, for example because its JSON is not well-formed.",
    causes: [
      "The JSON is not well-formed, for example because of a trailing comma or an unescaped quote.",
      "The path contains invalid percent-encoding, or the request is not valid HTTP.",
    ],
    fix: "Build the body with a JSON library instead of joining strings, and encode values in the path.",
  },
  unauthorized: {
    status: 401,
    meaning: "The credential is missing or not valid.",
    causes: [
      "The header `Authorization: Bearer ph_…` is missing.",
      "The key is mistyped, was revoked, or belongs to another instance.",
      "The session of the dashboard has ended.",
    ],
    fix: "Send a key that is listed under API keys in the dashboard. If the key is lost, create another one, because a key is shown only once.",
  },
  forbidden: {
    status: 403,
    meaning: "The credential is valid, but does not permit this action.",
    causes: ["The action is reserved for other credentials, such as a key without limits or a session."],
    fix: "The message names the credential that the action needs.",
  },
  not_found: {
    status: 404,
    meaning: "The resource does not exist, or belongs to another account.",
    causes: [
      "The path does not exist.",
      "The id is wrong, the object was deleted, or it belongs to another account.",
    ],
    fix: "Compare the path with the API reference, and check that the key belongs to the account that owns the object.",
  },
  method_not_allowed: {
    status: 405,
    meaning: "The path exists, but not with this method.",
    causes: ["The path exists, but not with this method; for example, emails are sent with POST."],
    fix: "Use one of the methods in the header `Allow` of the response.",
  },
  conflict: {
    status: 409,
    meaning: "The resource already exists, or changed meanwhile.",
    causes: [
      "Another request changed the same object at the same time.",
      "An object with this name already exists.",
    ],
    fix: "Read the object again, then repeat the change if it is still needed.",
  },
  misdirected_request: {
    status: 421,
    meaning:
      "The request is for a host name that this instance does not serve. Set BASE_URL to the address that users open, or add the name to ALLOWED_HOSTS.",
    causes: [
      "The instance was opened under a host name that it does not know. Unknown names are refused, which prevents DNS rebinding.",
    ],
    fix: "Set `BASE_URL` to the address that users open, or add the name to `ALLOWED_HOSTS`, then restart.",
  },
  body_too_large: {
    status: 413,
    meaning: "The request body is over the limit.",
    causes: ["The attachments or the bodies are larger than the limit that the message names."],
    fix: "Send large files as links, or split a batch into several requests.",
  },
  unsupported_media_type: {
    status: 415,
    meaning: "The body must be application/json in UTF-8, or text/csv for imports, not compressed.",
    causes: [
      "The header `Content-Type: application/json` is missing, which is common with curl and `-d`.",
      "The body is compressed, or JSON in another encoding than UTF-8.",
      "The file of an import was sent with another content type than `text/csv`, or in a form.",
    ],
    fix: "Send uncompressed JSON in UTF-8 with `Content-Type: application/json`. For imports, send the file itself as the body with `Content-Type: text/csv`, such as with curl's `--data-binary @contacts.csv`.",
  },
  validation_failed: {
    status: 422,
    meaning: "One or more fields are invalid; `fields` names each.",
    causes: [
      "A required field is missing, a value has the wrong form, or a field name is misspelled. Unknown fields are rejected, so that a typo never loses data.",
    ],
    fix: "`fields` lists each invalid field with its `path` and a `message`. Correct them and send the request again.",
  },
  rate_limited: {
    status: 429,
    meaning: "Too many requests; `Retry-After` says when to try again.",
    causes: ["The account makes more requests per minute than `RATE_LIMIT` allows."],
    fix: "Wait for the seconds in `Retry-After`, then send the same request again with the same `Idempotency-Key`. Send many emails with one batch request.",
  },
  internal: {
    status: 500,
    meaning: "An internal error. It is logged with the request id.",
    causes: ["A bug in Posthouse, or a failure of the machine."],
    fix: "Send the request again with the same `Idempotency-Key`: nothing is sent twice. If it fails again, look for the `request_id` in the log.",
  },
  unavailable: {
    status: 503,
    meaning:
      "The database cannot store the write durably at the moment. The message says whether anything may have been stored.",
    causes: ["The database is restarting, is not reachable, or has no space left."],
    fix: "Send the request again with the same `Idempotency-Key`, with growing delays. Operators see the reason on the Health page and with `posthouse doctor`.",
  },
  overloaded: {
    status: 503,
    meaning:
      "Too many large requests are in progress to accept another one. Nothing was stored. `Retry-After` says when to try again.",
    causes: [
      "Several requests with large bodies arrive at the same time.",
      "Several requests read or resend large emails at the same time.",
    ],
    fix: "Wait for the seconds in `Retry-After`, then send the same request again. Send large attachments one after the other.",
  },
});

/** This process has no memory left for another large request. */
export function overloaded(): AppError {
  return errors.overloaded("Too many large requests are in progress. Send this one again after a second.", {
    headers: { "retry-after": "1" },
  });
}
