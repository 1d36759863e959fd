/** Longer URLs stay as they are: their tracked form would be too long for some mail programs and proxies. */
const MAX_URL_LENGTH = 2_048;

/**
 * Matches most URLs, and only those that parsing does not change (URL Standard §4.4): no port, because default ports are removed; no
 * encoded, numeric or upper-case host; no segment that begins with a dot; and no character that a parser would percent-encode in any
 * part of a URL. Parsing takes about twice as long.
 */
export const UNCHANGED_BY_PARSER =
  /^https?:\/\/(?:(?!xn--)[a-z\d-]+\.)*(?!xn--)[a-z][a-z\d-]*(?:\/(?!\.|%2[Ee])[\w~!$&()*+,;=:@%.-]*)+(?:\?[\w~!$&()*+,;=:@%./?-]*)?(?:#[\w~!$&()*+,;=:@%./?-]*)?$/;

/**
 * Returns the target of a link as a browser requests it, in ASCII. Null: the link is not tracked, because it is not absolute, is not http
 * or https, contains a user name (which can make one host look like another), or is too long.
 */
export function readTarget(href: string): string | null {
  if (href.length > MAX_URL_LENGTH) return null;
  if (UNCHANGED_BY_PARSER.test(href)) return href;
  if (!/^\s*https?:\/\//i.test(href)) return null;
  const url = URL.parse(href);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  if (url.username !== "" || url.password !== "" || url.href.length > MAX_URL_LENGTH) return null;
  return url.href;
}

/** base64url: proxies decode and normalize percent signs, double slashes and dots in paths. */
export function encodeTarget(url: string): string {
  return Buffer.from(url).toString("base64url");
}

/** Returns null when the text is not the encoding of a target. */
export function decodeTarget(text: string): string | null {
  const url = Buffer.from(text, "base64url").toString();
  // Several texts decode to the same bytes; only one is valid.
  return encodeTarget(url) === text && readTarget(url) === url ? url : null;
}
