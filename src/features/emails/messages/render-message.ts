import { plainTextOf } from "../../../mail/html/index.ts";
import { buildMessage, type MessageInput } from "../../../mail/mime/index.ts";
import { JobGivenUp, ThreadNotStarted } from "../../../platform/threads/index.ts";
import { fillUnsubscribeUrl, type UnsubscribeLinks, unsubscribeHeaders } from "../../suppressions/index.ts";
import { contentThreads } from "./content-threads.ts";
import type { EmailRow } from "./email-row.ts";
import type { MessageContents } from "./message-contents.ts";

/** Encoding one megabyte takes about 20 ms, and generating its plain text about 50 ms. */
const MAX_INLINE_BYTES = 1_000_000;
/** Each takes at most a second; a busy machine may need longer. */
const DEADLINE_MS = 30_000;

/** The parts of a message that differ between its recipients. With any of them, a message has one recipient. */
type OfRecipient = {
  /** The links with which the recipient of bulk mail unsubscribes. */
  unsubscribe: UnsubscribeLinks | null;
  /** Makes the links of the HTML tracked. `unsubscribeUrls` stay as they are. */
  track: ((html: string, unsubscribeUrls: string[]) => string) | null;
};

const OF_ALL: OfRecipient = { unsubscribe: null, track: null };

/**
 * Renders the bytes of a message. The same row gives the same bytes, so a retry repeats the message exactly. A List-Unsubscribe header of
 * the sender is kept.
 */
export async function renderMessage(
  email: EmailRow,
  { html, text, raw, attachments }: MessageContents,
  ofRecipient = OF_ALL,
): Promise<Buffer> {
  if (raw) return raw;
  const stored = { html: html?.toString() ?? null, text: text?.toString() ?? null };
  const { unsubscribe } = ofRecipient;
  const bodies = unsubscribe ? fillUnsubscribeUrl(stored, unsubscribe.url) : stored;
  const input = messageOf(email, { ...(await alternativesOf(bodies)), attachments }, ofRecipient);
  return (html?.length ?? 0) + (text?.length ?? 0) > MAX_INLINE_BYTES
    ? await buildInThread(input)
    : buildMessage(input);
}

/** An empty body next to the other one is left out, because mail programs would show it: a blank message, or a blank preview. */
async function alternativesOf({ html, text }: Bodies): Promise<Bodies> {
  if (text !== null && html === "") return { html: null, text };
  if (html && text === "") return { html, text: null };
  return { html, text: await textOf({ html, text }) };
}

async function buildInThread(input: MessageInput): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await inThread(
    () => contentThreads.run("buildMessage", input, { deadlineMs: DEADLINE_MS }),
    () => buildMessage(input),
  );
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** If there is no memory for a thread, or the job fails there, the same is computed here. */
async function inThread<T>(runInThread: () => Promise<T>, runHere: () => T): Promise<T> {
  try {
    return await runInThread();
  } catch (error) {
    if (error instanceof JobGivenUp || error instanceof ThreadNotStarted) return runHere();
    throw error;
  }
}

function messageOf(
  email: EmailRow,
  { html, text, attachments }: Bodies & { attachments: Buffer[] },
  { unsubscribe, track }: OfRecipient,
): MessageInput {
  const tracked = track && html !== null ? track(html, unsubscribeUrlsOf(email, unsubscribe)) : html;
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
    html: tracked,
    // Links in plain text are not tracked.
    text,
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

function unsubscribeUrlsOf({ headers }: EmailRow, unsubscribe: UnsubscribeLinks | null): string[] {
  const own = headers?.find(([name]) => name.toLowerCase() === "list-unsubscribe")?.[1] ?? "";
  return [...(unsubscribe ? [unsubscribe.url] : []), ...(own.match(/https?:[^<>\s]+/gi) ?? [])];
}

type Bodies = { html: string | null; text: string | null };

/**
 * Returns the plain-text part, generated from the HTML if the email has none: in a thread, if the HTML is large. `owner`: the account,
 * where many requests may wait for a thread.
 */
export async function textOf({ html, text }: Bodies, owner = ""): Promise<string> {
  if (text !== null || html === null) return text ?? "";
  if (html.length <= MAX_INLINE_BYTES) return plainTextOf(html);
  return await inThread(
    () => contentThreads.run("plainTextOf", html, { deadlineMs: DEADLINE_MS, owner }),
    () => plainTextOf(html),
  );
}
