import { buildMessage } from "../../../mail/mime/index.ts";
import type { EmailRow } from "./email-row.ts";
import type { MessageContents } from "./message-contents.ts";
import { textOf } from "./text-of.ts";

/** The bytes of a message. Same row, same bytes: a retry repeats the message exactly. */
export function renderMessage(email: EmailRow, { html, text, raw, attachments }: MessageContents): Buffer {
  if (raw) return raw;
  const bodies = { html: html?.toString() ?? null, text: text?.toString() ?? null };
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
    headers: email.headers ?? [],
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
