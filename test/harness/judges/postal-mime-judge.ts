import PostalMime, { decodeWords } from "postal-mime";
import { type MailReading, withoutBrackets } from "./mail-reading.ts";

type Mailbox = { name?: string | undefined; address?: string | undefined };

/** Reads a message with postal-mime. */
export async function readWithPostalMime(raw: Buffer): Promise<MailReading> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: "arraybuffer" });
  const mailboxes = (list: Mailbox[] = []) =>
    list.map(({ name = "", address = "" }): [string, string] => [name, address]);
  return {
    headers: mail.headers.map(({ key, value }) => [key, decodeWords(value)]),
    addresses: {
      from: mailboxes(mail.from ? [mail.from] : []),
      to: mailboxes(mail.to),
      cc: mailboxes(mail.cc),
      "reply-to": mailboxes(mail.replyTo),
    },
    plain: mail.text ?? null,
    html: mail.html ?? null,
    files: mail.attachments.map(({ filename, mimeType, disposition, contentId, content }) => ({
      filename,
      contentType: mimeType,
      disposition,
      contentId: withoutBrackets(contentId),
      base64: Buffer.from(content as ArrayBuffer).toString("base64"),
    })),
  };
}
