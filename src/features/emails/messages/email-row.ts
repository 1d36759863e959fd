import type { Mailbox } from "../../../mail/address/index.ts";
import type { Tracking } from "../../tracking/index.ts";
import type { Metadata, OnUncertain, Tag } from "../new-email.ts";

type AttachmentRow = {
  filename: string;
  contentType: string;
  contentId: string | null;
  hash: string;
  sizeBytes: number;
};

/** An email as stored, without its contents. Hashes (in hex) refer to contents. */
export type EmailRow = {
  id: string;
  message_id: string;
  mail_from: Mailbox;
  mail_to: Mailbox[];
  mail_cc: Mailbox[] | null;
  mail_bcc: Mailbox[] | null;
  reply_to: Mailbox[];
  subject: string;
  headers: [name: string, value: string][] | null;
  in_reply_to: string | null;
  reference_ids: string[] | null;
  attachments: AttachmentRow[] | null;
  tags: Tag[] | null;
  metadata: Metadata | null;
  scheduled_at: Date | null;
  envelope_from: string | null;
  /** Null: transactional. */
  stream: "bulk" | null;
  /** Null: nothing is tracked. */
  tracking: Tracking | null;
  html_hash: string | null;
  text_hash: string | null;
  raw_hash: string | null;
  size_bytes: number;
  /** The key with which the email was sent. */
  api_key_id: number | null;
  created_at: Date;
  /** The relay of mail that was released from the inbox in test mode. */
  release_relay_id: string | null;
};

/** An email as loaded. */
export type StoredEmail = EmailRow & {
  /** The changes made to a message submitted by SMTP, one sentence each. */
  changes: string[] | null;
  /** Null: the account's setting. */
  on_uncertain: OnUncertain | null;
};

/** The columns of an EmailRow, for a table or alias `e`. */
export const EMAIL_COLUMNS = `e.id, e.message_id, e.mail_from, e.mail_to, e.mail_cc, e.mail_bcc, e.reply_to, e.subject, e.headers,
  e.in_reply_to, e.reference_ids, e.attachments, e.tags, e.metadata, e.scheduled_at, e.envelope_from, e.stream, e.tracking,
  encode(e.html_hash, 'hex') AS html_hash, encode(e.text_hash, 'hex') AS text_hash, encode(e.raw_hash, 'hex') AS raw_hash,
  e.size_bytes, e.api_key_id, e.created_at, e.release_relay_id`;

/** The return path (RFC 5321 §4.1.1.2). */
export function returnPathOf({ envelope_from, mail_from }: EmailRow): string {
  return envelope_from ?? mail_from.address;
}
