import { findLinks } from "../../../mail/html/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { readTarget } from "./target.ts";
import { HONEYPOT, MAX_LINKS, type TrackedRecipient, trackedPaths } from "./token.ts";

/** The tracking of a message. `host`: the origin of its links, for example `https://links.example.com`. */
export type Tracking = { opens: boolean; clicks: boolean; host: string };

type Tracked = {
  tracking: Tracking;
  recipient: TrackedRecipient;
  /** URLs with which a recipient unsubscribes. They are never tracked. */
  unsubscribeUrls: readonly string[];
};

const SWITCH = "data-posthouse-track";
const KEPT = new Set([SWITCH]);
/** The link is invisible, and screen readers and the tab key skip it. */
const HONEYPOT_STYLE = "display:none;max-height:0;overflow:hidden;mso-hide:all";
const PIXEL_STYLE = "border:0;width:1px;height:1px";

/**
 * Replaces the links of an email by tracked ones, and adds the pixel at the end of the body. The same input gives the same HTML. Links with
 * `data-posthouse-track="off"`, unsubscribe links, and links other than http and https stay as they are.
 */
export function trackHtml(
  secrets: Pick<InstanceSecrets, "signFast">,
  html: string,
  tracked: Tracked,
): string {
  const { tracking, recipient } = tracked;
  const { links, bodyEnd } = findLinks(html, KEPT);
  const unsubscribe = new Set(tracked.unsubscribeUrls.map((url) => readTarget(url) ?? url));
  const paths = trackedPaths(secrets, recipient);
  const parts: string[] = [];
  let at = 0;
  let link = 0;
  if (tracking.clicks)
    for (const { start, end, href, attributes } of links) {
      const isFinal = !href.includes("{{");
      const url = isFinal && link < MAX_LINKS && attributes.get(SWITCH) !== "off" ? readTarget(href) : null;
      if (url === null || unsubscribe.has(url)) continue;
      parts.push(html.slice(at, start), tracking.host, paths.link(link, url));
      at = end;
      link += 1;
    }
  // A link after the end of the body moves the end of the message.
  const end = at > bodyEnd ? html.length : bodyEnd;
  parts.push(html.slice(at, end));
  if (link > 0)
    parts.push(
      `<a href="${tracking.host}${paths.link(HONEYPOT, "")}" rel="nofollow" tabindex="-1" aria-hidden="true" style="${HONEYPOT_STYLE}"></a>`,
    );
  if (tracking.opens)
    parts.push(
      `<img src="${tracking.host}${paths.pixel()}" width="1" height="1" alt="" style="${PIXEL_STYLE}">`,
    );
  parts.push(html.slice(end));
  return parts.join("");
}
