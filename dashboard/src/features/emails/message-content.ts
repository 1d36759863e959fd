export type MessageLink = {
  text: string;
  url: string;
};

/** Schemes that are safe to open from here; everything else, `javascript:` first, is not a link. */
const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);
/** More than this is no message that somebody looks through by hand. */
const MAX_LINKS = 500;

/**
 * The links of a message, each address once. Read by hand: the browser's parser would apply the page's own content
 * security policy to the message and complain of each of its styles. Every step goes on behind the last, so the cost is
 * linear, whatever the HTML.
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

/** Where the text of a link ends that begins at `from`; one that is never closed has none worth showing. */
function endOf(lower: string, from: number): number {
  const end = lower.indexOf("</a", from);
  return end < 0 ? lower.length : end;
}

/** Whether something in the message would be fetched from elsewhere when images are allowed. */
export function hasRemoteImages(html: string): boolean {
  // Bounded repeats: a megabyte of blanks must not be tried from each of its places.
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

/** The few references that occur in links; any other stays as it is written. */
function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
