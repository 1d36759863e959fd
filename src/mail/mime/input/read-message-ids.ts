import { errorInText } from "./error-in-text.ts";

type ReadMessageIds = { ok: true; ids: string[] } | { ok: false; reason: string };

/** Much shorter than a line (RFC 5322 §2.1.1: 998 octets). */
const MAX_ID_LENGTH = 500;
/** A mail program needs the first id and the last few; a longer thread may omit the ids in between. */
const MAX_IDS = 100;
/**
 * RFC 5322 §3.6.4: id-left "@" id-right, in printable ASCII. More lenient than dot-atoms, because a reply must repeat ids
 * that other programs invent: Posthouse never creates an id such as `<2 dots..@host>`, but a reply may refer to one.
 */
const MESSAGE_ID = /^[!-;=?-~]+@[!-;=?-~]+$/;

/** Reads message ids, with or without brackets, separated by spaces or commas. Returns them without brackets. */
export function readMessageIds(input: string | string[]): ReadMessageIds {
  const ids: string[] = [];
  for (const text of typeof input === "string" ? [input] : input) {
    const problem = text.length > MAX_IDS * MAX_ID_LENGTH ? tooMany() : errorInText(text);
    if (problem !== null) return { ok: false, reason: problem };
    // RFC 5322 §3.6.4: the space between two ids is optional.
    for (const word of text.replaceAll("><", "> <").split(/[ ,]+/)) {
      if (word === "") continue;
      const id = word.startsWith("<") && word.endsWith(">") ? word.slice(1, -1) : word;
      const errorInId = errorInMessageId(id);
      if (errorInId !== null) return { ok: false, reason: errorInId };
      if (ids.push(id) > MAX_IDS) return { ok: false, reason: tooMany() };
    }
  }
  return { ok: true, ids };
}

function errorInMessageId(id: string): string | null {
  if (id.length > MAX_ID_LENGTH) return `A message id is longer than ${MAX_ID_LENGTH} characters.`;
  return MESSAGE_ID.test(id)
    ? null
    : "A message id has the form <left@right>, in printable ASCII without spaces.";
}

function tooMany(): string {
  return `There are more than ${MAX_IDS} message ids. Keep the first and the last ones.`;
}
