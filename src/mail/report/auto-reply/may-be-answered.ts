import { type Fields, fieldOf } from "../message/read-fields.ts";
import { readParts } from "../message/read-parts.ts";
import { isFromMailServer } from "./is-from-mail-server.ts";
import { AUTO_REPLY_MARKS } from "./signs.ts";

/**
 * Whether a program may reply to this message (G8). RFC 3834 §2, RFC 5321 §4.5.5: never to the null sender, to automatic
 * mail, or to a list. `returnPath` is the envelope's MAIL FROM; null when unknown.
 */
export function mayBeAnswered(raw: Buffer, { returnPath }: { returnPath: string | null }): boolean {
  if (returnPath === "") return false;
  const { fields } = readParts(raw);
  if (!fieldOf(fields, "from")?.includes("@")) return false;
  return !isFromMailServer(fields) && !isAutomatic(fields) && !isFromList(fields);
}

function isAutomatic(fields: Fields): boolean {
  const submitted = fieldOf(fields, "auto-submitted");
  if (submitted !== null && !/^\s*no\b/i.test(submitted)) return true;
  // Outlook and Exchange request no automatic replies with this field: All, or a list that contains OOF or AutoReply.
  if (/\b(all|oof|autoreply)\b/i.test(fieldOf(fields, "x-auto-response-suppress") ?? "")) return true;
  if (fieldOf(fields, "x-failed-recipients") !== null || fieldOf(fields, "x-loop") !== null) return true;
  return AUTO_REPLY_MARKS.some(({ field, value }) => value.test(fieldOf(fields, field) ?? ""));
}

function isFromList(fields: Fields): boolean {
  if (/^\s*(bulk|list|junk|auto_reply)\b/i.test(fieldOf(fields, "precedence") ?? "")) return true;
  return fields.some(([name]) => name.startsWith("list-") || name === "mailing-list");
}
