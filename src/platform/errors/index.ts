/**
 * Errors that callers may see. Each has a code that is public API: listed in docs/reference/errors.md, tested, never
 * renamed. Any other exception is a failure of ours: it is logged with its cause and returned as `internal`.
 */
export type ErrorDefinition = { readonly status: number; readonly meaning: string };
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

const catalogue = new Map<string, ErrorDefinition>();

/** All codes defined by the modules loaded so far. */
export function errorCatalogue(): ReadonlyMap<string, ErrorDefinition> {
  return catalogue;
}

/**
 * Adds codes to the catalogue and returns a constructor for each: `const e = defineErrors({ gone: … }); throw e.gone("…")`.
 * The message says what the caller can do next.
 */
export function defineErrors<T extends Record<string, ErrorDefinition>>(definitions: T) {
  const makers = {} as { [K in keyof T]: (message: string, extras?: ErrorExtras) => AppError };
  for (const code of Object.keys(definitions) as (keyof T & string)[]) {
    const definition = definitions[code] as ErrorDefinition;
    if (catalogue.has(code)) throw new Error(`error code ${code} is defined twice`);
    catalogue.set(code, definition);
    makers[code] = (message, extras) => new AppError(code, definition.status, message, extras);
  }
  return makers;
}

/** Codes that any route may return. */
export const errors = defineErrors({
  malformed_request: {
    status: 400,
    meaning: "The request could not be read, for example because its JSON is not well-formed.",
  },
  unauthorized: { status: 401, meaning: "The credential is missing or not valid." },
  forbidden: { status: 403, meaning: "The credential is valid, but does not permit this action." },
  not_found: { status: 404, meaning: "The resource does not exist, or belongs to another account." },
  method_not_allowed: { status: 405, meaning: "The path exists, but not with this method." },
  conflict: { status: 409, meaning: "The resource already exists, or changed meanwhile." },
  misdirected_request: {
    status: 421,
    meaning:
      "The request is for a host name that this instance does not serve. Set BASE_URL to the address that users open, or add the name to ALLOWED_HOSTS.",
  },
  body_too_large: { status: 413, meaning: "The request body is over the limit." },
  unsupported_media_type: {
    status: 415,
    meaning: "The body must be application/json in UTF-8, not compressed.",
  },
  validation_failed: { status: 422, meaning: "One or more fields are invalid; `fields` names each." },
  rate_limited: { status: 429, meaning: "Too many requests; `Retry-After` says when to try again." },
  internal: { status: 500, meaning: "An error on our side. It is logged with the request id." },
  unavailable: {
    status: 503,
    meaning:
      "The database cannot store the write durably at the moment. The message says whether anything may have been stored.",
  },
  overloaded: {
    status: 503,
    meaning:
      "Too many large requests are in progress to accept another one. Nothing was stored. `Retry-After` says when to try again.",
  },
});

/** This process has no memory left for another large request. */
export function overloaded(): AppError {
  return errors.overloaded("Too many large requests are in progress. Send this one again after a second.", {
    headers: { "retry-after": "1" },
  });
}
