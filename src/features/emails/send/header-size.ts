import type { Mailbox } from "../../../mail/address/index.ts";
import type { FieldError } from "../../../platform/errors/index.ts";
import type { NewEmail } from "../new-email.ts";

/**
 * The same limit as for messages submitted by SMTP. Mail servers refuse longer headers, and the header is rendered for each recipient: a
 * thousand recipients with long names would make megabytes each time.
 */
const MAX_HEADER_BYTES = 256 * 1024;
/** `, `, the brackets and the blank around a mailbox; `: ` and the line end of a header. */
const AROUND = 4;

type Visible = Pick<
  NewEmail,
  "from" | "to" | "cc" | "replyTo" | "subject" | "headers" | "inReplyTo" | "references"
>;

/** Returns an error at the largest field of a header that is too large, or null. Counts the fields in UTF-8, before they are encoded. */
export function headerSizeError(email: Visible): FieldError | null {
  const { from, to, cc, replyTo, subject, headers, inReplyTo, references } = email;
  const fields = {
    from: mailboxBytes([from]),
    to: mailboxBytes(to),
    cc: mailboxBytes(cc),
    reply_to: mailboxBytes(replyTo),
    subject: Buffer.byteLength(subject),
    headers: headerBytes(headers),
    references: textBytes(references) + textBytes(inReplyTo === null ? [] : [inReplyTo]),
  };
  let bytes = 0;
  let largest: keyof typeof fields = "to";
  for (const path in fields) {
    const field = path as keyof typeof fields;
    bytes += fields[field];
    if (fields[field] > fields[largest]) largest = field;
  }
  if (bytes <= MAX_HEADER_BYTES) return null;
  const message = `makes the email's header ${Math.ceil(bytes / 1024)} kB large; all visible addresses, names, custom headers and the subject together have at most ${MAX_HEADER_BYTES / 1024} kB`;
  return { path: largest, message };
}

function mailboxBytes(mailboxes: Mailbox[]): number {
  let bytes = 0;
  for (const { address, name } of mailboxes)
    bytes += Buffer.byteLength(address) + (name === null ? 0 : Buffer.byteLength(name)) + AROUND;
  return bytes;
}

function headerBytes(headers: NewEmail["headers"]): number {
  let bytes = 0;
  for (const [name, value] of headers) bytes += name.length + Buffer.byteLength(value) + AROUND;
  return bytes;
}

function textBytes(texts: string[]): number {
  let bytes = 0;
  for (const text of texts) bytes += Buffer.byteLength(text) + AROUND;
  return bytes;
}
