import { type Fields, fieldOf } from "../message/read-fields.ts";
import { type Part, splitHeader } from "../message/read-parts.ts";
import type { OriginalMessage } from "../report.ts";

/** The types of a returned message or header (RFC 3462 §1 and §2, RFC 6533 §6). */
export const RETURNED = /^(message\/(rfc822|global|partial|global-headers)|text\/rfc822-headers?)$/;

/** The header of a message that was returned as a part of another. */
export function returnedHeader(part: Part | undefined): Fields {
  return part ? splitHeader(part.raw.replace(/^\n+/, "")).fields : [];
}

/** Reads the header of the returned message. @returns null when there are no fields */
export function readOriginal(fields: Fields): OriginalMessage | null {
  if (fields.length === 0) return null;
  return {
    messageId: /<?([^\s<>]+@[^\s<>]+)>?/.exec(fieldOf(fields, "message-id") ?? "")?.[1] ?? null,
    subject: fieldOf(fields, "subject"),
    from: fieldOf(fields, "from"),
    to: fieldOf(fields, "to"),
    headers: fields,
  };
}
