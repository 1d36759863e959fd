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

const webSchemes = new Set(["http:", "https:"]);
const unsafeSchemes = new Set(["javascript:", "vbscript:", "data:", "file:", "blob:", "about:"]);
const schemesWithoutHost = new Set(["mailto:", "tel:", "sms:"]);

function errorInLink(href: string): FindingCode | null {
  const text = href.trim();
  if (text === "" || text.startsWith("#")) return "link_empty";
  const url = URL.parse(text);
  // Browsers skip white space inside a scheme; the URL standard's reader knows that.
  if (url && unsafeSchemes.has(url.protocol)) return "link_unsafe";
  if (url === null) return /^[a-z][a-z0-9+.-]*:/i.test(text) ? "link_broken" : "link_relative";
  if (schemesWithoutHost.has(url.protocol)) return null;
  if (!webSchemes.has(url.protocol)) return "link_unusual";
  return errorInWebAddress(text, url, "link");
}

/** The same of links and of images. */
export function errorInWebAddress<Of extends "link" | "image">(
  text: string,
  url: URL,
  of: Of,
): `${Of}_broken` | `${Of}_private` | `${Of}_insecure` | null {
  if (!/^https?:\/\/[^\s/\\]/i.test(text) || /\s/.test(url.hostname)) return `${of}_broken`;
  if (isPrivate(url)) return `${of}_private`;
  return url.protocol === "http:" ? `${of}_insecure` : null;
}

function isPrivate({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? isInsideName(host) : reasonToRefuseAddress(host, []) !== null;
}

function hostOf(href: string): string | null {
  const url = URL.parse(href.trim());
  return url && webSchemes.has(url.protocol) ? url.hostname : null;
}

/** `node.js` and `report.pdf` look like domains: without http or www, only these endings make one. */
const wellKnownEnding = /\.(com|net|org|edu|gov|info|biz|io|dev|app|co\.uk|de|fr|eu)$/;

/** The host that the text of a link claims, if the text is an address and nothing else. */
function domainNamedBy(text: string): string | null {
  const shown = text.trim().toLowerCase();
  if (shown.length > 200 || /[\s@]/.test(shown)) return null;
  const isAddress = /^https?:\/\/./.test(shown);
  const url = URL.parse(isAddress ? shown : `https://${shown}`);
  if (!url || !/\p{L}\.\p{L}|\p{N}\.\p{L}/u.test(url.hostname)) return null;
  const isDomain = isAddress || url.hostname.startsWith("www.") || wellKnownEnding.test(url.hostname);
  return isDomain ? url.hostname : null;
}

/** Near enough without the list of public suffixes: the last two labels, or three below one such as co.uk. */
function areOfOneOwner(one: string, other: string): boolean {
  return ownerOf(one) === ownerOf(other);
}

function ownerOf(host: string): string {
  const labels = host.replace(/\.$/, "").split(".");
  const [second = "", top = ""] = labels.slice(-2);
  return labels.slice(top.length === 2 && second.length <= 3 ? -3 : -2).join(".");
}
