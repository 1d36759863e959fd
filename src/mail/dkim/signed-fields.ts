import type { HeaderField } from "../message/index.ts";

/**
 * Named once more than they occur, so that nobody can add another (RFC 6376 §8.15): what people read, what decides how the body is
 * read, and what unsubscribes (RFC 8058 §4).
 */
const oversigned = [
  "From",
  "Subject",
  "To",
  "Cc",
  "Reply-To",
  "Date",
  "Message-ID",
  "MIME-Version",
  "Content-Type",
  "List-Unsubscribe",
  "List-Unsubscribe-Post",
];
/** Signed where they occur. Not Received, Return-Path and other traces, which change on the way. */
const signedIfThere = [
  "Sender",
  "In-Reply-To",
  "References",
  "Content-Transfer-Encoding",
  "List-Id",
  "Feedback-ID",
  "Auto-Submitted",
];

/** What `h=` lists, and those fields in the relaxed form, in that order. */
export type SignedFields = { names: string[]; relaxed: string };

export function selectFields(message: Buffer, fields: readonly HeaderField[]): SignedFields {
  const byName = Map.groupBy(fields, ({ name }) => name);
  const names: string[] = [];
  let relaxed = "";
  for (const name of [...oversigned, ...signedIfThere]) {
    // RFC 6376 §5.4.2: of several fields of a name, the last is signed first.
    for (const field of (byName.get(name.toLowerCase()) ?? []).toReversed()) {
      names.push(name);
      relaxed += `${field.name}:${relaxValue(message.toString("latin1", field.body, field.end))}\r\n`;
    }
  }
  names.push(...oversigned);
  return { names, relaxed };
}

/** RFC 6376 §3.4.2: unfolded, each run of blanks one space, none at either end. Octets beyond ASCII stay what they are. */
export function relaxValue(value: string): string {
  return value
    .replaceAll("\r\n", "")
    .replace(/[ \t]+/g, " ")
    .replace(/^ | $/g, "");
}
