import type { BrowserContext, ConsoleMessage } from "playwright-core";

export type Watch = {
  /** URLs of all requests that no policy blocked, including those of frames and of other pages. */
  readonly requests: Set<string>;
  /** Texts of alert, confirm, prompt and beforeunload. */
  readonly dialogs: string[];
  /** Problems of the pages themselves: uncaught errors, console errors, policy violations. */
  readonly faults: string[];
  /** The same for frames within a page: previewed mail. */
  readonly frameFaults: string[];
};

/** The page handles 4xx responses, but Chromium logs them on the console as well. */
const ANSWERED_WITH_FAULT = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Records what happens on all pages of a context from now on. */
export function watchContext(context: BrowserContext): Watch {
  const watch: Watch = { requests: new Set(), dialogs: [], faults: [], frameFaults: [] };
  context.on("request", (request) => watch.requests.add(request.url()));
  context.on("requestfailed", (request) => {
    // The failure text of a blocked request names the policy; that of a request that left is a network error: "net::ERR_…".
    const reason = request.failure()?.errorText ?? "net::";
    if (!reason.startsWith("net::")) watch.requests.delete(request.url());
  });
  context.on("dialog", async (dialog) => {
    watch.dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  context.on("weberror", (webError) => watch.faults.push(String(webError.error())));
  context.on("console", (message) => {
    if (message.type() !== "error" || ANSWERED_WITH_FAULT.test(message.text())) return;
    const list = isOfFrame(message) ? watch.frameFaults : watch.faults;
    list.push(message.text());
  });
  return watch;
}

/** Console messages of frames within mail have no location. The policy of mail has no `frame-src`, unlike that of the dashboard. */
const WORDS_OF_FRAME = /frame with URL '[^']*\/preview|'frame-src' was not explicitly set/;

function isOfFrame(message: ConsoleMessage): boolean {
  const { url } = message.location();
  return url === "about:srcdoc" || /\/preview(\?|$)/.test(url) || WORDS_OF_FRAME.test(message.text());
}

/** URLs outside these origins; `data:` and `blob:` URLs cause no requests. */
export function requestsElsewhere(watch: Watch, origins: string[]): string[] {
  return [...watch.requests].filter((address) => {
    const { protocol, origin } = new URL(address);
    return protocol !== "data:" && protocol !== "blob:" && !origins.includes(origin);
  });
}
