/**
 * Errors that callers may see. Each has a code that is public API: listed in docs/reference/errors.md, tested, never
 * renamed. Everything else that is thrown is a problem of ours: logged with its cause, answered as `internal`.
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

/** All codes that modules loaded so far have defined, by code. */
export function errorCatalogue(): ReadonlyMap<string, ErrorDefinition> {
  return catalogue;
}

/**
 * Adds codes to the catalogue and returns a maker for each: `const e = defineErrors({ gone: … }); throw e.gone("…")`.
 * The message tells the caller what to do next.
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

/** Codes that any route may answer. */
export const errors = defineErrors({
  malformed_request: {
    status: 400,
    meaning: "The request could not be read, for example because its JSON is not well-formed.",
  },
  unauthorized: { status: 401, meaning: "The credential is missing or not valid." },
  forbidden: { status: 403, meaning: "The credential is valid, but not for this." },
  not_found: { status: 404, meaning: "It does not exist, or it is not yours." },
  method_not_allowed: { status: 405, meaning: "The path exists, but not with this method." },
  conflict: { status: 409, meaning: "It exists already, or changed meanwhile." },
  misdirected_request: {
    status: 421,
    meaning:
      "The request is for a host name that this instance does not serve. Set BASE_URL to the address that people use, or add the name to ALLOWED_HOSTS.",
  },
  body_too_large: { status: 413, meaning: "The request body is over the limit." },
  unsupported_media_type: {
    status: 415,
    meaning: "The body must be application/json in UTF-8, not compressed.",
  },
  validation_failed: { status: 422, meaning: "One or more fields are invalid; `fields` names each." },
  rate_limited: { status: 429, meaning: "Too many requests; `Retry-After` tells when to come back." },
  internal: { status: 500, meaning: "A problem on our side; it is logged under the request id." },
  unavailable: {
    status: 503,
    meaning:
      "The database cannot make the write durable just now; the message says whether anything may have been stored.",
  },
  overloaded: {
    status: 503,
    meaning:
      "So many large requests are under way that there is no room for another; nothing was stored. `Retry-After` tells when to come back.",
  },
});

/** There is no room in this process for another large request. */
export function overloaded(): AppError {
  return errors.overloaded(
    "Many large requests are under way just now. Send this one again after a second.",
    {
      headers: { "retry-after": "1" },
    },
  );
}
