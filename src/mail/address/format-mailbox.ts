import { encodeWords } from "../mime/encoded-words.ts";
import type { Mailbox } from "./mailbox.ts";

/** RFC 5322 §3.2.3: words of atext with single spaces between them need no quotes. */
const PHRASE = /^[\w!#$%&'*+/=?^`{|}~-]+(?: [\w!#$%&'*+/=?^`{|}~-]+)*$/;
const PRINTABLE = /^[ -~]*$/;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** A quoted string folds only at its spaces. Longer names become encoded words, which fold anywhere. */
const MAX_QUOTED_LENGTH = 200;

/**
 * The mailbox as it appears in a header, unfolded (RFC 5322 §3.4). The name becomes RFC 2047 encoded words when necessary.
 */
export function formatMailbox(mailbox: Mailbox): string {
  const address = mailbox.address.replace(CONTROLS, "");
  const name = (mailbox.name ?? "").replace(CONTROLS, " ").trim();
  return name === "" ? address : `${formatName(name)} <${address}>`;
}

function formatName(name: string): string {
  // RFC 2047 §5(3) forbids decoding inside quotes, but many readers do it, so "=?" is never written literally.
  const literal = PRINTABLE.test(name) && !name.includes("=?") && name.length <= MAX_QUOTED_LENGTH;
  if (!literal) return encodeWords(name);
  if (PHRASE.test(name)) return name;
  return `"${name.replace(/["\\]/g, "\\$&")}"`; // RFC 5322 §3.2.4
}
