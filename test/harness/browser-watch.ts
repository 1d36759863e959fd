import type { BrowserContext, ConsoleMessage } from "playwright-core";

export type Watch = {
  /** Addresses of all requests that were not held back by a policy, also those of frames and of further pages. */
  readonly requests: Set<string>;
  /** Texts of alert, confirm, prompt and beforeunload. */
  readonly dialogs: string[];
  /** What the pages themselves complained about: uncaught errors, errors on the console, refusals of their policy. */
  readonly faults: string[];
  /** The same from frames below a page: the mail that is previewed. */
  readonly frameFaults: string[];
};

/** An answer of 4xx is for the page to handle; Chromium writes it on the console all the same. */
const ANSWERED_WITH_FAULT = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** AttemptJournal what happens on all pages of a context, from now on. */
export function watchContext(context: BrowserContext): Watch {
  const watch: Watch = { requests: new Set(), dialogs: [], faults: [], frameFaults: [] };
  context.on("request", (request) => watch.requests.add(request.url()));
  context.on("requestfailed", (request) => {
    // What never left is told by the rule that held it back, what did leave by an error of the network: "net::ERR_…".
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

/** Of frames within the mail the console tells no place; the mail's policy is known by naming no `frame-src`, which ours does. */
const WORDS_OF_FRAME = /frame with URL '[^']*\/preview|'frame-src' was not explicitly set/;

function isOfFrame(message: ConsoleMessage): boolean {
  const { url } = message.location();
  return url === "about:srcdoc" || /\/preview(\?|$)/.test(url) || WORDS_OF_FRAME.test(message.text());
}

/** Addresses that are on none of the origins; `data:` and `blob:` go nowhere. */
export function requestsElsewhere(watch: Watch, origins: string[]): string[] {
  return [...watch.requests].filter((address) => {
    const { protocol, origin } = new URL(address);
    return protocol !== "data:" && protocol !== "blob:" && !origins.includes(origin);
  });
}
