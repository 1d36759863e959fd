/** RFC 5321 §4.5.3.1.1. */
const MAX_LOCAL_OCTETS = 64;
/**
 * RFC 5322 §3.2.3 atext and dots, with RFC 6531 §3.3 UTF8-non-ascii; `%` and `!` are atext, but are left out because they
 * were used to route mail.
 */
const DOT_STRING = /^[\w#$&'*+/=?^`{|}~.\u0080-\u{10ffff}-]+$/u;
/**
 * Invisible or blank non-ASCII characters, which could make two mailboxes look the same or be trimmed by a server. Joiners
 * are allowed because Persian, Indic scripts and emoji need them.
 */
const INVISIBLE = /(?![\u200c\u200d])[\p{Z}\p{C}]/u;
/**
 * RFC 5321 §4.1.2 Quoted-string, without characters that a careless server could treat as routing or as the end of the path.
 */
const QUOTED_STRING = /^"(?:[ #$&'()*+,\-./\w:;=?[\]^`{|}~\u0080-\u{10ffff}]|\\[ -~])*"$/u;

/** Returns the reason, as a sentence, why SMTP cannot carry this local part unchanged, or null. */
export function errorInLocalPart(local: string): string | null {
  if (local === "") return "The part before the @ is empty.";
  if (Buffer.byteLength(local) > MAX_LOCAL_OCTETS) {
    return `The part before the @ is longer than ${MAX_LOCAL_OCTETS} octets.`;
  }
  // RFC 2047 §5 (3) forbids encoded words in an address. Mail programs that decode them show or reply to another address.
  if (local.includes("=?")) return "The part before the @ may not contain =?, which begins an encoded word.";
  return local.startsWith('"') ? errorInQuotedString(local) : errorInDotString(local);
}

/** The index after the closing quote of a quoted string that begins at 0, or -1 if it is not closed. */
export function endOfQuotedString(text: string): number {
  for (let at = 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return -1;
}

function errorInQuotedString(local: string): string | null {
  if (local === '""') return "The part before the @ is empty.";
  if (/[@%!<>]/.test(local)) return "A quoted part before the @ may not contain @, %, !, < or >.";
  if (!QUOTED_STRING.test(local))
    return "The quoted part before the @ contains a character that is not allowed.";
  return errorInUnicode(local);
}

function errorInDotString(local: string): string | null {
  const special = specialCharacter(local);
  if (special !== null) return special;
  if (!DOT_STRING.test(local)) {
    return "The part before the @ contains a character that is only allowed inside double quotes.";
  }
  if (local.startsWith(".") || local.endsWith(".") || local.includes("..")) {
    return "The part before the @ must not begin or end with a dot or contain two in a row.";
  }
  return errorInUnicode(local);
}

/** Returns a sentence for a character of an address form that is refused on purpose, or null. */
function specialCharacter(local: string): string | null {
  if (/[()]/.test(local)) return "Comments in parentheses are not accepted.";
  if (/[:;]/.test(local)) return "Groups are not accepted: give one mailbox.";
  if (/,/.test(local)) return "Give one mailbox, not a list.";
  if (/[<>]/.test(local)) return "The angle brackets do not enclose the address.";
  // RFC 5321 §3.6.1 and appendix F.2: the percent hack and bang paths ask a host to relay the mail.
  if (/[%!]/.test(local))
    return "The part before the @ may not contain % or !, which were once used to route mail.";
  return null;
}

function errorInUnicode(local: string): string | null {
  return INVISIBLE.test(local.replaceAll(" ", ""))
    ? "The part before the @ contains an invisible or unassigned character."
    : null;
}
