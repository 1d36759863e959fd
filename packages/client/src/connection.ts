/** Makes requests to the API, and retries them when that helps and is safe. */
import { invalidOption, type Settings } from "./options.ts";
import { aborted, pause } from "./pause.ts";
import { PosthouseError } from "./posthouse-error.ts";
import { type ReadOptions, readJson, readStream } from "./read-response.ts";
import { delayBeforeRetry } from "./retry.ts";
import { VERSION } from "./version.ts";

export type Call = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path below `/api/v1`, made by `pathTo`. */
  path: string;
  query?: object | undefined;
  body?: unknown;
  /** A body that is sent as it is, instead of `body`. */
  file?: { content: string | Uint8Array | Blob; type: string };
  /** Replaces the client's timeout for a call that takes longer. */
  timeoutMs?: number;
  /** Makes a POST that creates something safe to repeat. */
  idempotencyKey?: string;
  /** True when a repeated request is safe even if the first one was carried out. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
};

export type Download = Pick<Call, "path" | "query" | "signal"> & { type?: string };

/** The request, identical in every attempt: the server's idempotency compares the bytes. */
type Request = { url: string; init: RequestInit; timeoutMs: number; signal: AbortSignal | undefined };

type Read<T> = (response: Response, options: ReadOptions) => Promise<T>;

export class Connection {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Returns the JSON of a successful response. Throws PosthouseError otherwise. */
  async call<T>(call: Call): Promise<T> {
    return (await this.#repeat(call, readJson)) as T;
  }

  /**
   * Returns a file at the path as a stream, for results of any size: CSV, or another `type`. There are no retries once the response has
   * begun, and the timeout applies to each wait for bytes.
   */
  async download({ type = "text/csv", ...call }: Download): Promise<ReadableStream<Uint8Array>> {
    const get: Call = { ...call, method: "GET", repeatable: true };
    return await this.#repeat(get, (response, options) => readStream(response, { ...options, type }));
  }

  async #repeat<T>(call: Call, read: Read<T>): Promise<T> {
    const request = this.#prepare(call);
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.#attempt(request, read);
      } catch (error) {
        if (!(error instanceof PosthouseError)) throw error;
        const { maxRetries } = this.#settings;
        const { repeatable } = call;
        const delay = delayBeforeRetry({ error, attempts, maxRetries, repeatable, random: Math.random() });
        error.attempts = attempts;
        if (delay === null) throw error;
        await pause(delay, request.signal);
      }
    }
  }

  /** Deletes a thing that is at the path. */
  async delete(path: string, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.call({ method: "DELETE", path, repeatable: true, signal });
    } catch (error) {
      // An earlier attempt, whose response was lost, has deleted it.
      if (error instanceof PosthouseError && error.status === 404 && error.attempts > 1) return;
      throw error;
    }
  }

  #prepare({ method, path, query, body, file, idempotencyKey, signal, ...call }: Call): Request {
    const { apiKey, baseUrl, timeoutMs } = this.#settings;
    const headers: Record<string, string> = {
      accept: "application/json",
      authorization: `Bearer ${apiKey}`,
      "user-agent": `posthouse-client/${VERSION}`,
    };
    if (idempotencyKey !== undefined)
      headers["idempotency-key"] = headerValue("idempotencyKey", idempotencyKey);
    // Following a redirect could turn POST into GET or send the key to another host.
    const init: RequestInit = { method, headers, redirect: "manual" };
    if (body !== undefined) {
      headers["content-type"] = "application/json";
      init.body = JSON.stringify(body);
    }
    if (file !== undefined) {
      headers["content-type"] = headerValue("charset", file.type);
      // TypeScript 5.7 and newer know a Uint8Array of shared memory, which fetch does not take. Older versions have one type for both.
      init.body = file.content as NonNullable<RequestInit["body"]>;
    }
    const url = `${baseUrl}/api/v1${path}${queryText(query)}`;
    return { url, init, timeoutMs: Math.max(call.timeoutMs ?? 0, timeoutMs), signal };
  }

  async #attempt<T>({ url, init, timeoutMs, signal }: Request, read: Read<T>): Promise<T> {
    const { fetch } = this.#settings;
    // Not AbortSignal.timeout, which would also end a stream that is still being read.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const combined = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    try {
      return await read(await fetch(url, { ...init, signal: combined }), { signal, timeoutMs });
    } catch (error) {
      if (error instanceof PosthouseError) throw error;
      if (signal?.aborted) throw aborted(signal);
      if (timeout.signal.aborted) throw timedOut(url, timeoutMs);
      throw networkError(url, error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Builds a path and encodes its parts, so that an id cannot lead to another path. */
export function pathTo(...parts: string[]): string {
  return parts.map((part) => `/${encodePart(part)}`).join("");
}

function encodePart(part: string): string {
  if (typeof part !== "string" || part === "" || part === "." || part === "..")
    throw invalidOption("an id is required");
  return encodeURIComponent(part);
}

function queryText(query: object = {}): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = parameters.map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : String(value),
  ]);
  return text.length > 0 ? `?${new URLSearchParams(text)}` : "";
}

/** RFC 9110 §5.5: the characters of a field value, without those that runtimes treat differently. */
function headerValue(option: string, text: string): string {
  if (!/^[!-~]([ -~]*[!-~])?$/.test(text))
    throw invalidOption(`${option} must be printable ASCII without leading or trailing spaces`);
  return text;
}

function timedOut(url: string, timeoutMs: number): PosthouseError {
  const message = `No response from ${new URL(url).origin} within ${timeoutMs} ms.`;
  return new PosthouseError({ code: "timeout", message });
}

function networkError(url: string, cause: unknown): PosthouseError {
  const { message, code } = ((cause as Error)?.cause ?? cause ?? {}) as { message?: string; code?: string };
  const reason = code ?? message ?? "no reason given";
  return new PosthouseError({
    code: "network_error",
    message: `${new URL(url).origin} cannot be reached (${reason}).`,
    cause,
  });
}
