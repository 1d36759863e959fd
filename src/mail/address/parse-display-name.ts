type DisplayName = { ok: true; name: string | null; end: number } | { ok: false; reason: string };

/** No name of a person or company is longer. A longer one would fill the header. */
export const MAX_DISPLAY_NAME_LENGTH = 256;
/** A mail program may show this address, or reply to it, instead of the real one. */
const ANGLE_ADDRESS = /<[^<>@]*@[^<>]*>/;

/**
 * Reads the name before `<`; `end` is the index of that `<`. The text ends with `>`, and the last `<` begins the address.
 *
 * A name entirely in double quotes is a quoted string. Any other name is literal, as people type it and mail programs show
 * it: `Acme (Support)`, `Acme, Inc.`, `Acme: Orders`, `First "M." Last`. RFC 5322 §3.2.5 requires quotes for most of these,
 * and `formatMailbox` adds them.
 */
export function parseDisplayName(text: string): DisplayName {
  const end = text.lastIndexOf("<");
  if (end < 0) return refuse("The address ends with > but has no < before it.");
  const name = text.slice(0, end).trim();
  const closing = name.startsWith('"') ? closingQuote(name) : null;
  if (closing === -1) return refuse("The quoted name has no closing double quote.");
  const isQuoted = closing === name.length - 1;
  const reason = isQuoted ? null : errorInPlainName(name);
  if (reason !== null) return refuse(reason);
  return named(isQuoted ? unquote(name).trim() : name.replace(/ {2,}/g, " "), end);
}

/** Text direction controls make a reader show the rest of the line backwards (Unicode UAX #9 §2). */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/;

/** Returns the reason, as a sentence, why a name must not be used with an address, or null. */
export function errorInName(name: string): string | null {
  if (DIRECTION.test(name)) return "The name contains a text direction control character. Remove it.";
  return ANGLE_ADDRESS.test(name) ? "The name contains a second address in angle brackets." : null;
}

/** Returns the reason, as a sentence, why a name is too long, or null. */
export function errorInNameLength(name: string): string | null {
  return name.length > MAX_DISPLAY_NAME_LENGTH
    ? `The name is longer than ${MAX_DISPLAY_NAME_LENGTH} characters.`
    : null;
}

/** The index of the closing quote of the quoted string at the beginning of the text (RFC 5322 §3.2.4), or -1. */
function closingQuote(text: string): number {
  for (let at = 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}

/** RFC 5322 §3.2.4: a backslash makes the next character literal. */
function unquote(name: string): string {
  return name.slice(1, -1).replace(/\\(.)/gsu, "$1");
}

/** Refuses a list of mailboxes: the last would be accepted, with the others hidden in its name. */
function errorInPlainName(name: string): string | null {
  if (/>.*[,;]/s.test(name)) return "Give one mailbox, not a list.";
  if (/[<>]/.test(name))
    return "Angle brackets may only enclose the address. Put a name with angle brackets in double quotes.";
  if (/[,;]/.test(name) && name.includes("@")) return "Give one mailbox, not a list.";
  return null;
}

function named(name: string, end: number): DisplayName {
  const reason = errorInName(name);
  return reason === null ? { ok: true, name: name === "" ? null : name, end } : refuse(reason);
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
