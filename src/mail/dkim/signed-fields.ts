import type { HeaderField } from "../message/index.ts";

/**
 * Fields listed in `h=` once more than they occur, so that an attacker cannot add another (RFC 6376 §8.15): the fields that
 * mail programs show, those that decide how the body is parsed, and those for unsubscribing (RFC 8058 §4).
 */
const OVERSIGNED = [
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
/** Signed when present. Received, Return-Path and other trace fields change in transit and are not signed. */
const SIGNED_IF_PRESENT = [
  "Sender",
  "In-Reply-To",
  "References",
  "Content-Transfer-Encoding",
  "List-Id",
  "Feedback-ID",
  "Auto-Submitted",
];

/** The names for `h=`, and those fields in relaxed form, in the same order. */
export type SignedFields = { names: string[]; relaxed: string };

export function selectFields(message: Buffer, fields: readonly HeaderField[]): SignedFields {
  const byName = Map.groupBy(fields, ({ name }) => name);
  const names: string[] = [];
  let relaxed = "";
  for (const name of [...OVERSIGNED, ...SIGNED_IF_PRESENT]) {
    // RFC 6376 §5.4.2: of several fields with the same name, the last is signed first.
    for (const field of (byName.get(name.toLowerCase()) ?? []).toReversed()) {
      names.push(name);
      relaxed += `${field.name}:${relaxValue(message.toString("latin1", field.body, field.end))}\r\n`;
    }
  }
  names.push(...OVERSIGNED);
  return { names, relaxed };
}

/**
 * RFC 6376 §3.4.2: unfolds the value, reduces each run of blanks to one space and removes blanks at both ends. Non-ASCII
 * octets are unchanged.
 */
export function relaxValue(value: string): string {
  return value
    .replaceAll("\r\n", "")
    .replace(/[ \t]+/g, " ")
    .replace(/^ | $/g, "");
}
