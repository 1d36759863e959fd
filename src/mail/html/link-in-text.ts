import type { Place, TextLines } from "./text-lines.ts";

/** A link whose closing tag has not been read yet. */
export type LinkInText = { href: string; page: TextLines; start: Place; hasImage: boolean };

/** Links that a reader of plain text cannot follow: anchors in the page, scripts, data. */
const USELESS = /^(?:#|javascript:|vbscript:|data:|about:|cid:|$)/i;
const MAX_LENGTH = 2_000;

/** The text to append to a link: its address in brackets, unless the link text already shows it. */
export function linkSuffix({ href, page, start, hasImage }: LinkInText): string {
  const text = page.textSince(start).trim();
  const target = href.trim().replace(/\s+/g, "%20");
  if (USELESS.test(target) || target.length > MAX_LENGTH) return "";
  if (text === "") return hasImage ? `[${target}]` : "";
  return plain(target) === plain(text) ? "" : ` [${target.replace(/^(?:mailto|tel|sms):/i, "")}]`;
}

/** `https://www.example.com/` counts as `example.com`, `tel:+15550100` as `+1 555 0100`. */
function plain(address: string): string {
  const text = address.slice(0, MAX_LENGTH).trim().toLowerCase();
  if (/^(?:tel|sms):/.test(text) || /^[+\d][\d\s().-]{4,40}$/.test(text)) return text.replace(/[^\d+]/g, "");
  return text.replace(/^(?:mailto:|https?:\/\/)?(?:www\.)?/, "").replace(/\/$/, "");
}
