import { buildMessage } from "../../../mail/mime/index.ts";
import { fillUnsubscribeUrl, type UnsubscribeLinks, unsubscribeHeaders } from "../../suppressions/index.ts";
import type { EmailRow } from "./email-row.ts";
import type { MessageContents } from "./message-contents.ts";
import { textOf } from "./text-of.ts";

/**
 * The bytes of a message. Same row, same bytes: a retry repeats the message exactly. `unsubscribe` is by what its one recipient ends
 * bulk mail; a List-Unsubscribe of the sender's own stands.
 */
export function renderMessage(
  email: EmailRow,
  { html, text, raw, attachments }: MessageContents,
  unsubscribe: UnsubscribeLinks | null = null,
): Buffer {
  if (raw) return raw;
  const given = { html: html?.toString() ?? null, text: text?.toString() ?? null };
  const bodies = unsubscribe ? fillUnsubscribeUrl(given, unsubscribe.url) : given;
  return buildMessage({
    messageId: email.message_id,
    date: email.scheduled_at ?? email.created_at,
    from: email.mail_from,
    to: email.mail_to,
    cc: email.mail_cc ?? [],
    replyTo: email.reply_to,
    subject: email.subject,
    inReplyTo: email.in_reply_to,
    references: email.reference_ids ?? [],
    headers: headersOf(email, unsubscribe),
    html: bodies.html,
    text: textOf(bodies),
    attachments: (email.attachments ?? []).map(({ filename, contentType, contentId }, index) => ({
      filename,
      contentType,
      contentId,
      bytes: attachments[index] as Buffer,
    })),
    boundarySeed: email.id,
  });
}

function headersOf({ headers }: EmailRow, unsubscribe: UnsubscribeLinks | null): [string, string][] {
  const own = headers ?? [];
  if (!unsubscribe || own.some(([name]) => name.toLowerCase() === "list-unsubscribe")) return own;
  return [...own, ...unsubscribeHeaders(unsubscribe)];
}
