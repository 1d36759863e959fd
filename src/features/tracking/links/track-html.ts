import { findLinks, type HtmlLink } from "../../../mail/html/index.ts";
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
  { tracking, recipient, unsubscribeUrls }: Tracked,
): string {
  const { links, bodyEnd } = findLinks(html, KEPT);
  const targets = tracking.clicks ? targetsOf(links, unsubscribeUrls) : [];
  if (targets.length === 0 && !tracking.opens) return html;
  // The first two are signed even if they are not used: it takes 1 µs, and the others follow at fixed places.
  const paths = trackedPaths(secrets, recipient, [
    { kind: "click", link: HONEYPOT, url: "" },
    { kind: "open", link: 0, url: "" },
    ...targets.map(({ url }, link) => ({ kind: "click" as const, link, url })),
  ]);
  const [honeypot, pixel, ...urls] = paths.map((path) => tracking.host + path);
  let at = 0;
  let written = "";
  for (const [link, { start, end }] of targets.entries()) {
    written += html.slice(at, start) + urls[link];
    at = end;
  }
  // A link after the end of the body moves the end of the message.
  const messageEnd = at > bodyEnd ? html.length : bodyEnd;
  written += html.slice(at, messageEnd);
  if (targets.length > 0)
    written += `<a href="${honeypot}" rel="nofollow" tabindex="-1" aria-hidden="true" style="${HONEYPOT_STYLE}"></a>`;
  if (tracking.opens) written += `<img src="${pixel}" width="1" height="1" alt="" style="${PIXEL_STYLE}">`;
  return written + html.slice(messageEnd);
}

type Target = { start: number; end: number; url: string };

function targetsOf(links: readonly HtmlLink[], unsubscribeUrls: readonly string[]): Target[] {
  const unsubscribe = new Set(unsubscribeUrls.map((url) => readTarget(url) ?? url));
  const targets: Target[] = [];
  for (const { start, end, href, attributes } of links) {
    if (targets.length === MAX_LINKS) break;
    const isTracked = attributes.get(SWITCH) !== "off" && !href.includes("{{");
    const url = isTracked ? readTarget(href) : null;
    if (url !== null && !unsubscribe.has(url)) targets.push({ start, end, url });
  }
  return targets;
}
