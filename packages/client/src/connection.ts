/** Makes requests to the API, and retries them when that helps and is safe. */
import { invalidOption, type Settings } from "./options.ts";
import { aborted, pause } from "./pause.ts";
import { PosthouseError } from "./posthouse-error.ts";
import { readResponse } from "./read-response.ts";
import { delayBeforeRetry } from "./retry.ts";
import { VERSION } from "./version.ts";

export type Call = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path below `/api/v1`, made by `pathTo`. */
  path: string;
  query?: object | undefined;
  body?: unknown;
  /** Makes a POST that creates something safe to repeat. */
  idempotencyKey?: string;
  /** True when a repeated request is safe even if the first one was carried out. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
};

/** The request, identical in every attempt: the server's idempotency compares the bytes. */
type Request = { url: string; init: RequestInit; signal: AbortSignal | undefined };

export class Connection {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Returns the body of a successful response. Throws PosthouseError otherwise. */
  async call<T>(call: Call): Promise<T> {
    const request = this.#prepare(call);
    for (let attempts = 1; ; attempts++) {
      try {
        return (await this.#attempt(request)) as T;
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

  #prepare({ method, path, query, body, idempotencyKey, signal }: Call): Request {
    const { apiKey, baseUrl } = this.#settings;
    const headers: Record<string, string> = {
      accept: "application/json",
      authorization: `Bearer ${apiKey}`,
      "user-agent": `posthouse-client/${VERSION}`,
    };
    if (idempotencyKey !== undefined) headers["idempotency-key"] = headerValue(idempotencyKey);
    // Following a redirect could turn POST into GET or send the key to another host.
    const init: RequestInit = { method, headers, redirect: "manual" };
    if (body !== undefined) {
      headers["content-type"] = "application/json";
      init.body = JSON.stringify(body);
    }
    return { url: `${baseUrl}/api/v1${path}${queryText(query)}`, init, signal };
  }

  async #attempt({ url, init, signal }: Request): Promise<unknown> {
    const { fetch, timeoutMs } = this.#settings;
    const timeout = AbortSignal.timeout(timeoutMs);
    const combined = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      const response = await fetch(url, { ...init, signal: combined });
      return readResponse({ response, text: await response.text(), now: Date.now() });
    } catch (error) {
      if (error instanceof PosthouseError) throw error;
      if (signal?.aborted) throw aborted(signal);
      if (timeout.aborted) throw timedOut(url, timeoutMs);
      throw networkError(url, error);
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
function headerValue(text: string): string {
  if (!/^[!-~]([ -~]*[!-~])?$/.test(text))
    throw invalidOption("idempotencyKey must be printable ASCII without leading or trailing spaces");
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
