import { buildMessage, type MessageInput } from "../../../mail/mime/index.ts";
import { JobGivenUp, ThreadNotStarted } from "../../../platform/threads/index.ts";
import { fillUnsubscribeUrl, type UnsubscribeLinks, unsubscribeHeaders } from "../../suppressions/index.ts";
import { contentThreads } from "./content-threads.ts";
import type { EmailRow } from "./email-row.ts";
import type { MessageContents } from "./message-contents.ts";
import { textOf } from "./text-of.ts";

/** Encoding a megabyte takes some 20 ms. */
const maxInlineBytes = 1_000_000;
/** It takes a second at most; a machine that is busy may need longer. */
const deadlineMs = 30_000;

/**
 * The bytes of a message. Same row, same bytes: a retry repeats the message exactly. `unsubscribe` is by what its one recipient ends
 * bulk mail; a List-Unsubscribe of the sender's own stands.
 */
export async function renderMessage(
  email: EmailRow,
  { html, text, raw, attachments }: MessageContents,
  unsubscribe: UnsubscribeLinks | null = null,
): Promise<Buffer> {
  if (raw) return raw;
  const input = messageOf(email, { html, text, attachments }, unsubscribe);
  return (html?.length ?? 0) + (text?.length ?? 0) > maxInlineBytes
    ? await buildInThread(input)
    : buildMessage(input);
}

/** The same bytes, wherever they are made. */
async function buildInThread(input: MessageInput): Promise<Buffer> {
  try {
    const { buffer, byteOffset, byteLength } = await contentThreads.run("buildMessage", input, {
      deadlineMs,
    });
    return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  } catch (error) {
    // A machine without memory for a thread is no problem of the mail.
    if (error instanceof JobGivenUp || error instanceof ThreadNotStarted) return buildMessage(input);
    throw error;
  }
}

function messageOf(
  email: EmailRow,
  { html, text, attachments }: Omit<MessageContents, "raw">,
  unsubscribe: UnsubscribeLinks | null,
): MessageInput {
  const given = { html: html?.toString() ?? null, text: text?.toString() ?? null };
  const bodies = unsubscribe ? fillUnsubscribeUrl(given, unsubscribe.url) : given;
  return {
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
  };
}

function headersOf({ headers }: EmailRow, unsubscribe: UnsubscribeLinks | null): [string, string][] {
  const own = headers ?? [];
  if (!unsubscribe || own.some(([name]) => name.toLowerCase() === "list-unsubscribe")) return own;
  return [...own, ...unsubscribeHeaders(unsubscribe)];
}
