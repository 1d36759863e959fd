import { simpleParser } from "mailparser";
import { decodeWords } from "postal-mime";
import type { MailReading } from "./mail-reading.ts";

/** Switches off conversions that change the message: HTML to text, and inlining of `cid:` images. */
const AS_SENT = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, skipTextLinks: true };

/** Reads a message with mailparser. */
export async function readWithMailparser(raw: Buffer): Promise<MailReading> {
  const mail = await simpleParser(raw, AS_SENT);
  const addresses: MailReading["addresses"] = {};
  for (const [name, list] of Object.entries({
    from: mail.from,
    to: mail.to,
    cc: mail.cc,
    "reply-to": mail.replyTo,
  })) {
    addresses[name] = list?.value.map(({ name, address = "" }) => [name, address]) ?? [];
  }
  return {
    // For an unknown header, mailparser returns the encoded words.
    headers: mail.headerLines.map(({ key }) => [key, decodeWords([mail.headers.get(key)].flat().join(" "))]),
    addresses,
    plain: mail.text ?? null,
    html: mail.html || null,
    files: mail.attachments.map(({ filename, headers, contentDisposition, cid, content }) => ({
      filename: filename ?? null,
      // Not `contentType`, which mailparser guesses from the name for application/octet-stream.
      contentType: (headers.get("content-type") as { value: string }).value,
      disposition: contentDisposition ?? null,
      contentId: cid ?? null,
      base64: content.toString("base64"),
    })),
  };
}
