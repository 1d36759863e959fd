/** One request to the API, made again as long as that helps and cannot do harm. */
import { invalidOption, type Settings } from "./options.ts";
import { aborted, pause } from "./pause.ts";
import { PosthouseError } from "./posthouse-error.ts";
import { readAnswer } from "./read-answer.ts";
import { delayBeforeRetry } from "./retry.ts";
import { version } from "./version.ts";

export type Call = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/api/v1`; made by `pathTo`. */
  path: string;
  query?: object | undefined;
  body?: unknown;
  /** Makes a POST that creates something repeatable. */
  idempotencyKey?: string;
  /** A second request does no harm although nobody knows what became of the first. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
};

/** What is the same in every attempt: the same bytes are the same request for the server's idempotency. */
type Request = { url: string; init: RequestInit; signal: AbortSignal | undefined };

export class Connection {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Answers with the body of a success; throws PosthouseError for anything else. */
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

  #prepare({ method, path, query, body, idempotencyKey, signal }: Call): Request {
    const { apiKey, baseUrl } = this.#settings;
    const headers: Record<string, string> = {
      accept: "application/json",
      authorization: `Bearer ${apiKey}`,
      "user-agent": `posthouse-client/${version}`,
    };
    if (idempotencyKey !== undefined) headers["idempotency-key"] = headerValue(idempotencyKey);
    // A redirect would turn POST into GET, or take the key elsewhere.
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
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      const response = await fetch(url, { ...init, signal: either });
      return readAnswer({ response, text: await response.text(), now: Date.now() });
    } catch (error) {
      if (error instanceof PosthouseError) throw error;
      if (signal?.aborted) throw aborted(signal);
      if (timeout.aborted) throw timedOut(url, timeoutMs);
      throw networkError(url, error);
    }
  }
}

/** A path whose variable parts are data: none of them can lead elsewhere. */
export function pathTo(...parts: string[]): string {
  return parts.map((part) => `/${encodePart(part)}`).join("");
}

function encodePart(part: string): string {
  if (typeof part !== "string" || part === "" || part === "." || part === "..")
    throw invalidOption("an id is needed");
  return encodeURIComponent(part);
}

function queryText(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = given.map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : String(value),
  ]);
  return text.length > 0 ? `?${new URLSearchParams(text)}` : "";
}

/** RFC 9110 §5.5: what a field value may hold, here without what runtimes treat differently. */
function headerValue(text: string): string {
  if (!/^[!-~]([ -~]*[!-~])?$/.test(text))
    throw invalidOption("idempotencyKey must be printable ASCII without space at its ends");
  return text;
}

function timedOut(url: string, timeoutMs: number): PosthouseError {
  const message = `No answer from ${new URL(url).origin} within ${timeoutMs} ms.`;
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
