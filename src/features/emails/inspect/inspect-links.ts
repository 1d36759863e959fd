import { isIP } from "node:net";
import { isInsideName, reasonToRefuseAddress } from "../../../platform/fetch/index.ts";
import type { FindingCode } from "./content-findings.ts";
import type { FindingList } from "./finding-list.ts";
import type { HtmlLink } from "./read-html.ts";

export function inspectLinks(links: HtmlLink[], findings: FindingList): void {
  for (const { href, text, line } of links) {
    const at = `html line ${line}: ${href}`;
    const code = errorInLink(href);
    if (code !== null) findings.add(code, at);
    const named = domainNamedBy(text);
    const host = hostOf(href);
    if (named !== null && host !== null && !areOfOneOwner(named, host))
      findings.add("link_text_differs", `${at} (shown as ${text.trim()})`);
  }
}

const WEB_SCHEMES = new Set(["http:", "https:"]);
const UNSAFE_SCHEMES = new Set(["javascript:", "vbscript:", "data:", "file:", "blob:", "about:"]);
const SCHEMES_WITHOUT_HOST = new Set(["mailto:", "tel:", "sms:"]);

function errorInLink(href: string): FindingCode | null {
  const text = href.trim();
  if (text === "" || text.startsWith("#")) return "link_empty";
  const url = URL.parse(text);
  // Browsers skip white space inside a scheme, and so does the URL parser.
  if (url && UNSAFE_SCHEMES.has(url.protocol)) return "link_unsafe";
  if (url === null) return /^[a-z][a-z0-9+.-]*:/i.test(text) ? "link_broken" : "link_relative";
  if (SCHEMES_WITHOUT_HOST.has(url.protocol)) return null;
  if (!WEB_SCHEMES.has(url.protocol)) return "link_unusual";
  return errorInWebAddress(text, url, "link");
}

/** Checks that apply to links and images. */
export function errorInWebAddress<Kind extends "link" | "image">(
  text: string,
  url: URL,
  kind: Kind,
): `${Kind}_broken` | `${Kind}_private` | `${Kind}_insecure` | null {
  if (!/^https?:\/\/[^\s/\\]/i.test(text) || /\s/.test(url.hostname)) return `${kind}_broken`;
  if (isPrivate(url)) return `${kind}_private`;
  return url.protocol === "http:" ? `${kind}_insecure` : null;
}

function isPrivate({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? isInsideName(host) : reasonToRefuseAddress(host, []) !== null;
}

function hostOf(href: string): string | null {
  const url = URL.parse(href.trim());
  return url && WEB_SCHEMES.has(url.protocol) ? url.hostname : null;
}

/** `node.js` and `report.pdf` look like domains. Without http or www, only names with these endings count as domains. */
const WELL_KNOWN_ENDING = /\.(com|net|org|edu|gov|info|biz|io|dev|app|co\.uk|de|fr|eu)$/;

/** Returns the host that a link's text shows, if the text is only a URL or a domain. */
function domainNamedBy(text: string): string | null {
  const shown = text.trim().toLowerCase();
  if (shown.length > 200 || /[\s@]/.test(shown)) return null;
  const isAddress = /^https?:\/\/./.test(shown);
  const url = URL.parse(isAddress ? shown : `https://${shown}`);
  if (!url || !/\p{L}\.\p{L}|\p{N}\.\p{L}/u.test(url.hostname)) return null;
  const isDomain = isAddress || url.hostname.startsWith("www.") || WELL_KNOWN_ENDING.test(url.hostname);
  return isDomain ? url.hostname : null;
}

/** An approximation without the public suffix list: compares the last two labels, or three below a suffix such as co.uk. */
function areOfOneOwner(host: string, otherHost: string): boolean {
  return ownerOf(host) === ownerOf(otherHost);
}

function ownerOf(host: string): string {
  const labels = host.replace(/\.$/, "").split(".");
  const [second = "", top = ""] = labels.slice(-2);
  return labels.slice(top.length === 2 && second.length <= 3 ? -3 : -2).join(".");
}
