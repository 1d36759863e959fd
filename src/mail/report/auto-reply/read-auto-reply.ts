import { type Fields, fieldOf } from "../message/read-fields.ts";
import { type Mail, parameterOf } from "../message/read-parts.ts";
import { readHeaderText } from "../message/read-text.ts";
import type { AutoReply } from "../report.ts";
import { hasNullReturnPath } from "./is-from-mail-server.ts";
import { AUTO_REPLY_MARKS, formOfSubject } from "./signs.ts";

/**
 * Reads the message as an automatic reply. The fields decide; the subject counts only if no field marks the message.
 * @returns null when it is not one
 */
export function readAutoReply({ fields }: Mail): AutoReply | null {
  const subject = readHeaderText(fieldOf(fields, "subject") ?? "");
  if (!isMarked(fields) && !isReceipt(fields) && formOfSubject(subject) === null) return null;
  return {
    kind: "auto-reply",
    form: formOfSubject(subject) ?? (isFromList(fields) ? "list" : "generated"),
    from: /<([^<>]*)>/.exec(fieldOf(fields, "from") ?? "")?.[1] ?? fieldOf(fields, "from"),
    subject: subject === "" ? null : subject,
    inReplyTo: messageIdIn(fieldOf(fields, "in-reply-to")) ?? lastMessageIdIn(fieldOf(fields, "references")),
  };
}

function isMarked(fields: Fields): boolean {
  const submitted = fieldOf(fields, "auto-submitted") ?? "";
  if (/^\s*auto-(replied|notified)/i.test(submitted)) return true;
  // RFC 3834 §5: auto-generated mail is a reply only if it refers to a message. RFC 3834 §3.3: automatic replies have no
  // return path. Bounces have none either, but are recognized earlier.
  const isReply =
    fieldOf(fields, "in-reply-to") !== null || fieldOf(fields, "x-auto-response-suppress") !== null;
  if (/^\s*auto-generated/i.test(submitted) && isReply) return true;
  return (
    hasNullReturnPath(fields) ||
    AUTO_REPLY_MARKS.some(({ field, value }) => value.test(fieldOf(fields, field) ?? ""))
  );
}

/** RFC 8098: read receipts are automatic replies. */
function isReceipt(fields: Fields): boolean {
  return parameterOf(fields, "report-type")?.toLowerCase() === "disposition-notification";
}

function isFromList(fields: Fields): boolean {
  return /^\s*(list|bulk)/i.test(fieldOf(fields, "precedence") ?? "") || fieldOf(fields, "list-id") !== null;
}

function messageIdIn(value: string | null): string | null {
  return /<([^<>\s]{1,900})>/.exec(value ?? "")?.[1] ?? null;
}

function lastMessageIdIn(value: string | null): string | null {
  return messageIdIn(value?.slice(value.lastIndexOf("<")) ?? null);
}
