import { PosthouseError } from "./posthouse-error.ts";

export type PosthouseOptions = {
  /** Where the server is, e.g. `https://mail.example.com`. */
  baseUrl: string;
  /** Instead of the global one: for tests, proxies, or a runtime's own. */
  fetch?: typeof globalThis.fetch;
  /** Of one attempt, from the first byte sent to the last byte read. Default: 30,000. */
  timeoutMs?: number;
  /** Attempts after the first. Default: 3. */
  maxRetries?: number;
};

export type Settings = Required<PosthouseOptions> & { apiKey: string };

/** Options with their defaults; throws `invalid_option` for what no request could be made with. */
export function readOptions(apiKey: string, options: PosthouseOptions): Settings {
  const { fetch = globalThis.fetch, timeoutMs = 30_000, maxRetries = 3 } = options ?? {};
  // A key with a line break, as files have, would otherwise be a puzzling problem of fetch.
  if (typeof apiKey !== "string" || !/^[!-~]+$/.test(apiKey))
    throw invalidOption("an API key is needed (ph_…); create one under Settings → API keys");
  if (!(timeoutMs > 0)) throw invalidOption("timeoutMs must be more than 0");
  if (!(maxRetries >= 0)) throw invalidOption("maxRetries must be 0 or more");
  return { apiKey, baseUrl: readBaseUrl(options?.baseUrl), fetch, timeoutMs, maxRetries };
}

function readBaseUrl(text: string | undefined): string {
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw invalidOption("baseUrl must be where the server is, e.g. https://mail.example.com");
  return url.href.endsWith("/") ? url.href.slice(0, -1) : url.href;
}

export function invalidOption(message: string): PosthouseError {
  return new PosthouseError({ code: "invalid_option", message });
}
