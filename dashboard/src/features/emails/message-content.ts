export type MessageLink = {
  text: string;
  url: string;
};

/** Schemes that are safe to open. Anything else, such as `javascript:`, is not a link. */
const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);
/** A longer list is not useful to people. */
const MAX_LINKS = 500;

/**
 * The links of a message, without duplicates. Not parsed by the browser, which would apply the page's content
 * security policy to the message and log a violation for each style. Every step continues after the last, so the
 * cost is linear.
 */
export function linksOf(html: string): MessageLink[] {
  const lower = html.toLowerCase();
  const links = new Map<string, string>();
  let tagEnd = 0;
  let textEnd = 0;
  while (links.size < MAX_LINKS) {
    const start = lower.indexOf("<a", tagEnd);
    tagEnd = start < 0 ? -1 : lower.indexOf(">", start);
    if (tagEnd < 0) break;
    if (textEnd < tagEnd) textEnd = endOf(lower, tagEnd);
    const url = addressIn(html.slice(start, tagEnd));
    if (url !== null && !links.has(url)) links.set(url, plainText(html.slice(tagEnd + 1, textEnd)));
  }
  return [...links].map(([url, text]) => ({ url, text }));
}

/** The end of the link text that begins at `from`. An unclosed link has no text. */
function endOf(lower: string, from: number): number {
  const end = lower.indexOf("</a", from);
  return end < 0 ? lower.length : end;
}

/** Whether the message has styles for mail clients with a dark theme. */
export function hasDarkStyles(html: string): boolean {
  return /prefers-color-scheme\s{0,20}:\s{0,20}dark/i.test(html);
}

/** Whether the message loads remote content when images are allowed. */
export function hasRemoteImages(html: string): boolean {
  // Bounded repeats: a megabyte of spaces must not take quadratic time.
  return /(?:(?:src|srcset|background|poster)\s{0,9}=|url\()\s{0,9}["']?\s{0,9}(?:https?:)?\/\//i.test(html);
}

function addressIn(tag: string): string | null {
  const match = /^<a\s(?:.*?\s)?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/is.exec(tag.slice(0, 5_000));
  const target = decode(match?.[1] ?? match?.[2] ?? match?.[3] ?? "").trim();
  if (!URL.canParse(target)) return null;
  const url = new URL(target);
  return SCHEMES.has(url.protocol) ? url.href : null;
}

function plainText(html: string): string {
  return decode(html.slice(0, 1_000).replace(/<[^<>]*>?/g, " "))
    .replace(/\s+/g, " ")
    .trim();
}

const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

/** The entities that occur in links; others stay as written. */
function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
