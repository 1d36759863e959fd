import type { Mailbox } from "./mailbox.ts";
import { errorInNameLength, parseDisplayName } from "./parse-display-name.ts";
import { parseDomain } from "./parse-domain.ts";
import { endOfQuotedString, errorInLocalPart } from "./parse-local-part.ts";

export type ParsedMailbox = { ok: true; mailbox: Mailbox } | { ok: false; reason: string };

/** Room for the longest address and a long name. Longer input is refused unread. */
const MAX_TEXT_LENGTH = 1_000;
/** The longest name in Chinese has 37 encoded words of 75 characters (RFC 2047 §2). */
const MAX_ENCODED_TEXT_LENGTH = 4_000;
/** RFC 5321 §4.5.3.1.3: a path is at most 256 octets, including its angle brackets. */
const MAX_ADDRESS_OCTETS = 254;
/** C0, DEL, C1 and the Unicode line and paragraph separators: each of them is a line end for some mail program. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Reads `a@b.c`, `Name <a@b.c>` or `"Quoted Name" <a@b.c>`. The `reason` of a refusal is a sentence for the sender.
 * `isEncoded`: the name may have encoded words, so the caller checks its length after decoding them.
 */
export function parseMailbox(input: string, { isEncoded = false } = {}): ParsedMailbox {
  const maxLength = isEncoded ? MAX_ENCODED_TEXT_LENGTH : MAX_TEXT_LENGTH;
  if (input.length > maxLength) return refuse(`The address is longer than ${maxLength} characters.`);
  if (!input.isWellFormed())
    return refuse("The address contains half of a surrogate pair, which is not a valid character.");
  if (CONTROL.test(input)) return refuse("The address contains a control character or a line break.");
  const text = input.trim();
  if (text === "") return refuse("The address is empty.");
  if (!text.endsWith(">")) return parseAddress(text, null);
  const parsed = parseNameAddr(text);
  const reason = parsed.ok && !isEncoded ? errorInNameLength(parsed.mailbox.name ?? "") : null;
  return reason === null ? parsed : refuse(reason);
}

/** RFC 5322 §3.4: name-addr = [display-name] "<" addr-spec ">". */
function parseNameAddr(text: string): ParsedMailbox {
  const name = parseDisplayName(text);
  if (!name.ok) return name;
  const address = text.slice(name.end + 1, -1);
  // RFC 5322 §4.4: a source route between "<" and ":" names relay hosts, which a sender may not choose for us.
  if (address.startsWith("@")) return refuse("Source routes are not accepted: give the mailbox alone.");
  return parseAddress(address, name.name);
}

function parseAddress(text: string, name: string | null): ParsedMailbox {
  const quoted = text.startsWith('"');
  const at = quoted ? endOfQuotedString(text) : text.indexOf("@");
  if (quoted && text[at] !== "@")
    return refuse("The quoted part before the @ is not closed, or no @ follows it.");
  if (at < 0) return refuse(errorInLocalPart(text) ?? "The address has no @.");
  const local = text.slice(0, at);
  const problem = errorInLocalPart(local);
  if (problem !== null) return refuse(problem);
  const domain = parseDomain(text.slice(at + 1));
  if (!domain.ok) return domain;
  const address = `${local}@${domain.domain}`;
  if (Buffer.byteLength(address) > MAX_ADDRESS_OCTETS) {
    return refuse(`The address is longer than ${MAX_ADDRESS_OCTETS} octets.`);
  }
  return { ok: true, mailbox: { address, name } };
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
