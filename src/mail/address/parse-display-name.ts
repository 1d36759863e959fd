type DisplayName = { ok: true; name: string | null; end: number } | { ok: false; reason: string };

/** Long enough for any person or company; short enough that a header stays a header. */
const MAX_NAME_LENGTH = 256;
/** RFC 5322 §3.2.3: these part addresses, groups, comments and routes. A dot is let through (§4.1, obs-phrase): `J. Smith`. */
const NEEDS_QUOTES = /[()[\]:;@\\,"]/;

/** Reads what stands before `<`; `end` is the place of that `<`. The text ends with `>`. */
export function parseDisplayName(text: string): DisplayName {
  return text.startsWith('"') ? parseQuotedName(text) : parsePlainName(text);
}

function parsePlainName(text: string): DisplayName {
  const end = text.indexOf("<");
  if (end < 0) return refuse("The address ends with > but has no < before it.");
  const name = text.slice(0, end).trim().replace(/ {2,}/g, " ");
  const special = NEEDS_QUOTES.exec(name)?.[0];
  if (special === ":") return refuse("Groups are not accepted: give one mailbox.");
  if (special === "(") return refuse("Comments in parentheses are not accepted.");
  if (special !== undefined) return refuse(`Put the name in double quotes: it holds ${special}`);
  return named(name, end);
}

/** RFC 5322 §3.2.4: a backslash makes the next character stand for itself. */
function parseQuotedName(text: string): DisplayName {
  let name = "";
  let at = 1;
  for (; at < text.length && text[at] !== '"'; at += 1) {
    if (text[at] === "\\") at += 1;
    name += text[at] ?? "";
  }
  const gap = text.slice(at + 1).search(/[^ ]/);
  const end = at + 1 + gap;
  if (gap < 0) return refuse("The quoted name has no closing double quote.");
  if (text[end] === "@") return refuse("The address ends with > but has no < before it.");
  if (text[end] !== "<") return refuse("After the quoted name only <address> may follow.");
  return named(name.trim(), end);
}

function named(name: string, end: number): DisplayName {
  if (name.length > MAX_NAME_LENGTH) return refuse(`The name is longer than ${MAX_NAME_LENGTH} characters.`);
  return { ok: true, name: name === "" ? null : name, end };
}

function refuse(reason: string): DisplayName {
  return { ok: false, reason };
}
