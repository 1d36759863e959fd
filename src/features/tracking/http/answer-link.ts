import type { IncomingMessage, ServerResponse } from "node:http";
import { renderSmallPage, SMALL_PAGE_HEADERS } from "../../../platform/http/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { type Hit, hitOf } from "../hits/hit.ts";
import { decodeTarget } from "../links/target.ts";
import { HONEYPOT, readToken } from "../links/token.ts";

export type AnswerLinkDeps = {
  secrets: Pick<InstanceSecrets, "isSignedFast">;
  clock: { now(): number };
  hits: { add(hit: Hit, fingerprint: number): void };
  stopped: { has(accountNumber: number): boolean };
  addressOf: (request: IncomingMessage) => string;
  /** The origin of links that use no host of a domain. */
  baseUrl: string;
};

/** Headers of every response: the target page does not learn the tracked link, and no cache stores the response. */
const HEADERS = {
  "cache-control": "no-store, private",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
};
/** Names and values alternate; the value of the last name is appended. An object of headers made a redirect 10 % slower. */
const REDIRECT_HEADERS = [...Object.entries(HEADERS).flat(), "content-length", "0", "location"];
/** A transparent image of one pixel. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const PIXEL_HEADERS = {
  ...HEADERS,
  // Webmail of other sites loads the image.
  "cross-origin-resource-policy": "cross-origin",
  "content-type": "image/gif",
  "content-length": PIXEL.length,
};

const NOT_VALID = renderSmallPage({
  title: "This link is not valid",
  body: "<p>It may be incomplete. Open the link from the email again, or reply to the sender.</p>",
});
const STOPPED = renderSmallPage({
  title: "This link was stopped",
  body: "<p>The links of this sender were stopped, because its mail may be harmful. If you entered a password after you opened a link from this sender, change the password now.</p>",
});
const NOT_FOR_PEOPLE = renderSmallPage({
  title: "There is nothing here",
  body: "<p>This link is hidden in the email. It shows which programs follow links automatically.</p>",
});
const WRONG_METHOD = renderSmallPage({
  title: "This link can only be opened",
  body: "<p>It supports the methods GET and HEAD.</p>",
});

/**
 * Answers requests for the links (`/c/…`) and the pixel (`/o/….gif`) of tracked mail, at any host name, and returns false for all others. It
 * comes before the web framework, because a redirect must stay fast and work without the database: it needs no query, and the hit is
 * stored later. GET and HEAD change nothing else (H4, H5). A link that this instance did not make never redirects (H1).
 */
export function answerLink(
  deps: AnswerLinkDeps,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const { url = "", method } = request;
    const isLink = url.startsWith("/c/");
    if (!isLink && !url.startsWith("/o/")) return false;
    if (method !== "GET" && method !== "HEAD") sendPage(response, 405, WRONG_METHOD, { allow: "GET, HEAD" });
    else if (isLink) followLink(deps, request, response);
    else showPixel(deps, request, response);
    return true;
  };
}

function followLink(deps: AnswerLinkDeps, request: IncomingMessage, response: ServerResponse): void {
  const { secrets, hits, stopped } = deps;
  const [token = "", text, ...more] = pathAfterPrefix(request);
  const url = text === undefined ? "" : decodeTarget(text);
  const read = url === null || more.length > 0 ? null : readToken(secrets, "click", { token, url });
  if (read === null || url === null) return void sendPage(response, 404, NOT_VALID);
  const { content, fingerprint } = read;
  hits.add(hitOf("click", content, requestOf(deps, request, url === "" ? null : url)), fingerprint);
  afterJournal(() => {
    if (content.link === HONEYPOT) sendPage(response, 200, NOT_FOR_PEOPLE);
    else if (stopped.has(content.accountNumber)) sendPage(response, 410, STOPPED);
    else response.writeHead(302, [...REDIRECT_HEADERS, url]).end();
  });
}

function showPixel(deps: AnswerLinkDeps, request: IncomingMessage, response: ServerResponse): void {
  const [file = "", ...more] = pathAfterPrefix(request);
  const token = file.endsWith(".gif") ? file.slice(0, -".gif".length) : "";
  const read = more.length > 0 ? null : readToken(deps.secrets, "open", { token, url: "" });
  if (read === null) return void sendPage(response, 404, NOT_VALID);
  deps.hits.add(hitOf("open", read.content, requestOf(deps, request, null)), read.fingerprint);
  afterJournal(() => response.writeHead(200, PIXEL_HEADERS).end(PIXEL));
}

/**
 * Responds after the journal has written the hits of this turn of the event loop, so that a kill loses no hit whose response was sent. Sending
 * responses one right after the other also made redirects 10 % faster: their readers wake up less often.
 */
function afterJournal(respond: () => void): void {
  setImmediate(respond);
}

/** The parts of the path as they were sent: an encoded character is not the character. */
function pathAfterPrefix({ url = "" }: IncomingMessage): string[] {
  const [path = ""] = url.split("?", 1);
  return path.slice("/c/".length).split("/");
}

function requestOf(
  { clock, addressOf, baseUrl }: AnswerLinkDeps,
  request: IncomingMessage,
  url: string | null,
): Parameters<typeof hitOf>[2] {
  return {
    at: clock.now(),
    method: request.method ?? "",
    ip: addressOf(request),
    headers: request.headers,
    url,
    // Links to hosts of domains begin with https, also behind a proxy that adds TLS.
    isPlainHttp: `http://${request.headers.host}` === baseUrl,
  };
}

function sendPage(
  response: ServerResponse,
  status: number,
  page: string,
  more: Record<string, string> = {},
): void {
  const length = Buffer.byteLength(page);
  response
    .writeHead(status, { ...SMALL_PAGE_HEADERS, ...HEADERS, ...more, "content-length": length })
    .end(page);
}
