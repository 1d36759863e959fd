import type { Mailbox } from "../../../mail/address/index.ts";
import type { Content } from "../contents/content.ts";

export type Tag = { name: string; value: string };
export type Metadata = Record<string, string | number | boolean | null>;
export type Stream = "transactional" | "bulk";
/** What follows when nobody knows whether a recipient's server took the message: another try, or nothing until a person decides. */
export type OnUncertain = "retry" | "hold";
export type NewAttachment = {
  filename: string;
  contentType: string;
  /** Set: an inline part, shown by the HTML. */
  contentId: string | null;
  content: Content;
};

/** What is fixed at accept: everything that the bytes depend on, so that a retry repeats the message exactly (a schedule may be moved, before the first attempt). */
export type NewEmail = {
  accountId: string;
  id: string;
  createdAt: Date;
  apiKeyId: number | null;
  messageId: string;
  from: Mailbox;
  /** The return path: null is the address in `from`, "" the null path of RFC 5321 §4.5.5. */
  envelopeFrom: string | null;
  /** No address is in two of these; together they are the recipients, in this order. */
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
  /** Bulk mail waits in lanes of its own, behind no transactional mail, and can be unsubscribed from. */
  stream: Stream;
  /** Null: as the account has it. */
  onUncertain: OnUncertain | null;
  html: Content | null;
  text: Content | null;
  attachments: NewAttachment[];
  /** What was changed in a message that came whole, a sentence each. */
  changes?: string[];
  /** A message that came whole, by SMTP: then there are no bodies and attachments, and it goes out as it is. */
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

/** What the row of an email and the row of a recipient take, about, before what they say. */
const emailRowBytes = 1_024;
const recipientRowBytes = 512;

/** Bytes of all its rows, about, without contents: these are stored once, however many emails hold them. */
export function rowBytesOf({ to, cc, bcc, replyTo, headers, references, tags, metadata }: NewEmail): number {
  let bytes = emailRowBytes + recipientRowBytes * (to.length + cc.length + bcc.length);
  for (const { address, name } of replyTo) bytes += address.length + (name?.length ?? 0);
  for (const [name, value] of headers) bytes += name.length + value.length;
  for (const id of references) bytes += id.length;
  for (const { name, value } of tags) bytes += name.length + value.length;
  for (const name in metadata) bytes += name.length + String(metadata[name]).length;
  return bytes;
}

/** Bytes of all contents, before compression. */
export function sizeOf(email: NewEmail): number {
  let bytes = 0;
  for (const content of contentsOf(email)) bytes += content.bytes.length;
  return bytes;
}

/** Of all emails together. */
export function countRecipients(emails: NewEmail[]): number {
  return emails.reduce((sum, email) => sum + recipientsOf(email).length, 0);
}
