import type { Mailbox } from "../../mail/address/index.ts";
import type { Tracking, TrackingWish } from "../tracking/index.ts";
import type { Content } from "./contents/content.ts";

export type Tag = { name: string; value: string };
export type Metadata = Record<string, string | number | boolean | null>;
type Stream = "transactional" | "bulk";
/** The policy when it is unknown whether the recipient's server accepted the message: retry, or hold until a person decides. */
export type OnUncertain = "retry" | "hold";
export type NewAttachment = {
  filename: string;
  contentType: string;
  /** Set for an inline part that the HTML shows. */
  contentId: string | null;
  content: Content;
};

/** An email as fixed at acceptance. The message's bytes depend only on it, so a retry repeats them exactly. Until the first attempt, the schedule may change. */
export type NewEmail = {
  accountId: string;
  id: string;
  createdAt: Date;
  apiKeyId: number | null;
  messageId: string;
  from: Mailbox;
  /** The return path. Null: the address in `from`; "": the null path of RFC 5321 §4.5.5. */
  envelopeFrom: string | null;
  /** `to`, `cc` and `bcc` share no address. Together they are the recipients, in this order. */
  to: Mailbox[];
  cc: Mailbox[];
  bcc: Mailbox[];
  replyTo: Mailbox[];
  subject: string;
  headers: [name: string, value: string][];
  inReplyTo: string | null;
  references: string[];
  tags: Tag[];
  metadata: Metadata | null;
  scheduledAt: Date | null;
  /** Bulk mail has its own queue partitions, so that it never delays transactional mail. Recipients can unsubscribe from it. */
  stream: Stream;
  /** Null: the account's setting. */
  onUncertain: OnUncertain | null;
  /** The tracking setting of the request, if it has one. */
  trackingWish?: TrackingWish;
  /** Decided by the pipeline. Absent: nothing is tracked. */
  tracking?: Tracking;
  html: Content | null;
  text: Content | null;
  attachments: NewAttachment[];
  /** The changes made to a message that was submitted by SMTP, one sentence each. */
  changes?: string[];
  /** The relay of an email that is released from the inbox in test mode. */
  releaseRelayId?: string | null;
  /** A complete message submitted by SMTP. It has no separate bodies and attachments and is sent as it is. */
  raw: Content | null;
};

export function recipientsOf({ to, cc, bcc }: Pick<NewEmail, "to" | "cc" | "bcc">): Mailbox[] {
  if (cc.length === 0 && bcc.length === 0) return to;
  return [...to, ...cc, ...bcc];
}

export function contentsOf({ html, text, raw, attachments }: NewEmail): Content[] {
  const contents: Content[] = [];
  if (html) contents.push(html);
  if (text) contents.push(text);
  if (raw) contents.push(raw);
  for (const { content } of attachments) contents.push(content);
  return contents;
}

/** Approximate size of an email's row and of a recipient's row, without their variable fields. */
const EMAIL_ROW_BYTES = 1_024;
const RECIPIENT_ROW_BYTES = 512;

/** Returns the approximate size of all rows, without contents, which are stored once for all emails that share them. */
export function rowBytesOf({ to, cc, bcc, replyTo, headers, references, tags, metadata }: NewEmail): number {
  let bytes = EMAIL_ROW_BYTES + RECIPIENT_ROW_BYTES * (to.length + cc.length + bcc.length);
  for (const mailboxes of [to, cc, bcc]) for (const { name } of mailboxes) bytes += name?.length ?? 0;
  for (const { address, name } of replyTo) bytes += address.length + (name?.length ?? 0);
  for (const [name, value] of headers) bytes += name.length + value.length;
  for (const id of references) bytes += id.length;
  for (const { name, value } of tags) bytes += name.length + value.length;
  for (const name in metadata) bytes += name.length + String(metadata[name]).length;
  return bytes;
}

/** Returns the size of all contents before compression. */
export function sizeOf(email: NewEmail): number {
  let bytes = 0;
  for (const content of contentsOf(email)) bytes += content.bytes.length;
  return bytes;
}

/** Counts the recipients of all emails. */
export function countRecipients(emails: NewEmail[]): number {
  return emails.reduce((sum, email) => sum + recipientsOf(email).length, 0);
}
