import { PosthouseError } from "./posthouse-error.ts";

export type PosthouseOptions = {
  /** The server's address, such as `https://mail.example.com`. */
  baseUrl: string;
  /** Replaces the global `fetch`, for tests, proxies or special runtimes. */
  fetch?: typeof globalThis.fetch;
  /** Timeout of one attempt, until its response is read completely; for an export, until it begins, and then for each wait for bytes. Default: 30,000. Imports have at least 150,000. */
  timeoutMs?: number;
  /** Number of retries after the first attempt. Default: 3. */
  maxRetries?: number;
};

/** Timers with longer delays, also Infinity, would fire at once. */
const MAX_TIMEOUT_MS = 2_147_483_647;

export type Settings = Required<PosthouseOptions> & { apiKey: string };

/** Applies defaults to the options. Throws `invalid_option` for options that cannot work. */
export function readOptions(apiKey: string, options: PosthouseOptions): Settings {
  const { fetch = globalThis.fetch, timeoutMs = 30_000, maxRetries = 3 } = options ?? {};
  // A key that was read from a file may end with a line break, and fetch would report a confusing error.
  if (typeof apiKey !== "string" || !/^[!-~]+$/.test(apiKey))
    throw invalidOption("an API key (ph_…) is required; create one in the dashboard under API keys");
  if (!(timeoutMs > 0)) throw invalidOption("timeoutMs must be more than 0");
  if (!(maxRetries >= 0)) throw invalidOption("maxRetries must be 0 or more");
  return {
    ...{ apiKey, baseUrl: readBaseUrl(options?.baseUrl), fetch, maxRetries },
    timeoutMs: Math.min(timeoutMs, MAX_TIMEOUT_MS),
  };
}

function readBaseUrl(text: string | undefined): string {
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw invalidOption("baseUrl must be the server's address, such as https://mail.example.com");
  return url.href.endsWith("/") ? url.href.slice(0, -1) : url.href;
}

export function invalidOption(message: string): PosthouseError {
  return new PosthouseError({ code: "invalid_option", message });
}
