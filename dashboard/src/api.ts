/** All requests to the server: JSON, with the session cookie of our own origin.
 * Every failure, including a network failure, is thrown as an ApiError.
 */
export type FieldError = {
  path: string;
  message: string;
};

type Failure = {
  status: number;
  code: string;
  message: string;
  fields: FieldError[];
  requestId: string | null;
};

const NOT_ACCEPTED = new Set(["invalid_credentials", "code_required", "invalid_code"]);

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldError[];
  readonly requestId: string | null;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = "ApiError";
    this.status = failure.status;
    this.code = failure.code;
    this.fields = failure.fields;
    this.requestId = failure.requestId;
  }

  /** The session has ended. A wrong password or code is also a 401, but does not end the session. */
  get isSignedOut(): boolean {
    return this.status === 401 && !NOT_ACCEPTED.has(this.code);
  }

  /** Another tab has switched the session to another account. */
  get isOfOtherAccount(): boolean {
    return this.status === 409 && this.code === "account_switched";
  }

  get needsPasswordChange(): boolean {
    return this.status === 403 && this.code === "password_change_required";
  }
}

export type Query = Record<string, string | number | boolean | undefined>;

/** `/api/contacts` and `{search: "ann"}` → `/api/contacts?search=ann`; omits empty values. */
export function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === "" ? path : `${path}?${text}`;
}

let shownAccountId: string | undefined;

/** Later, only the user changes the account of this page. */
export function showFirstAccount(id: string | undefined): void {
  shownAccountId ??= id;
}

/** The account that the page shows. The server refuses requests once another tab has switched the session to another one. */
export function showAccount(id: string | undefined): void {
  shownAccountId = id;
}

function ownHeaders(): Record<string, string> {
  return { accept: "application/json", ...(shownAccountId && { "x-account-id": shownAccountId }) };
}

type Sending = {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

async function send(method: string, path: string, sending: Sending = {}): Promise<Response> {
  const { body, signal } = sending;
  const headers = { ...ownHeaders(), ...sending.headers };
  const init: RequestInit = { method, credentials: "same-origin", headers };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { ...headers, "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw unreachable();
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

async function failureOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  return new ApiError({
    status: response.status,
    code: typeof error.code === "string" ? error.code : "unexpected_response",
    message:
      typeof error.message === "string"
        ? error.message
        : `The server responded with status ${response.status}.`,
    fields: Array.isArray(error.fields) ? error.fields.filter(isFieldError) : [],
    requestId: typeof error.request_id === "string" ? error.request_id : response.headers.get("x-request-id"),
  });
}

async function json<T>(response: Promise<Response>): Promise<T> {
  const settled = await response;
  return (settled.status === 204 ? undefined : await settled.json()) as T;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.path === "string" && typeof value.message === "string";
}

type Upload = {
  file: Blob;
  type: string;
  /** Called with the fraction of the file sent so far, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
};

/** Sends the file's bytes. Uses XMLHttpRequest, because fetch reports no upload progress. */
function upload<T>(path: string, { file, type, onProgress, signal }: Upload): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    for (const [name, value] of Object.entries(ownHeaders())) request.setRequestHeader(name, value);
    request.setRequestHeader("content-type", type);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => {
      const { status, responseText } = request;
      if (status < 300) resolve(JSON.parse(responseText) as T);
      else void failureOf(new Response(responseText, { status })).then(reject);
    };
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(stopped());
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

function unreachable(): ApiError {
  return failure("unreachable", "Can't reach the server. Check your connection and try again.");
}

function stopped(): ApiError {
  return failure("stopped", "Upload canceled.");
}

/** A failure that happened in the browser. */
function failure(code: string, message: string): ApiError {
  return new ApiError({ status: 0, code, message, fields: [], requestId: null });
}

export const api = {
  get: <T>(path: string, signal?: AbortSignal) => json<T>(send("GET", path, { signal })),
  text: async (path: string, signal?: AbortSignal) => (await send("GET", path, { signal })).text(),
  post: <T>(path: string, body: unknown, more: Omit<Sending, "body"> = {}) =>
    json<T>(send("POST", path, { ...more, body })),
  put: <T>(path: string, body: unknown) => json<T>(send("PUT", path, { body })),
  patch: <T>(path: string, body: unknown) => json<T>(send("PATCH", path, { body })),
  delete: <T = void>(path: string) => json<T>(send("DELETE", path)),
  upload,
};
