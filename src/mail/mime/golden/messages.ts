import { writeFileSync } from "node:fs";
import { type Attachment, buildMessage, type MessageInput } from "../index.ts";

const ADA = { address: "ada@example.org", name: "Ada Lovelace" };
const PLAIN: MessageInput = {
  messageId: "0199aa00-0000-7000-8000-000000000001@mail.example.com",
  date: new Date("2026-01-05T07:08:09Z"),
  from: { address: "shop@mail.example.com", name: "The Shop" },
  to: [ADA],
  replyTo: [],
  subject: "Your order 4711",
  html: null,
  text: "Hello Ada,\n\nyour order is on its way.\n",
  boundarySeed: "0199aa00-0000-7000-8000-000000000001",
};

/** A transparent pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

function attachment(
  filename: string,
  contentType: string,
  content: string | Buffer,
  contentId: string | null = null,
): Attachment {
  return { filename, contentType, contentId, bytes: Buffer.from(content as string) };
}

/**
 * Each .eml file in this folder is the message of that name. After an intended change, run `node messages.ts` to update the
 * files.
 */
export const GOLDEN: Record<string, MessageInput> = {
  "plain-short": PLAIN,
  "html-long-lines": { ...PLAIN, text: null, html: `<p style="margin: 0">${"Hello Ada. ".repeat(20)}</p>` },
  "alternative-german": {
    ...PLAIN,
    from: { address: "laden@mail.example.com", name: "Köbes & Töchter, Köln" },
    replyTo: [{ address: "hilfe@mail.example.com", name: "Hilfe" }],
    subject: "Ihre Bestellung 4711 ist unterwegs – schöne Grüße aus Köln und auf ein baldiges Wiedersehen",
    text: "Schöne Grüße aus Köln!\n\nFrom here on, lines end in blanks: \n.\n..\n",
    html: "<p>Schöne Grüße aus Köln!</p>\n<p>x = y</p>\n",
  },
  "alternative-japanese": {
    ...PLAIN,
    subject: "ご注文の商品を発送いたしました。まもなくお届けします。ありがとうございました。",
    text: "ご注文の商品は倉庫を出発しました。\n".repeat(5),
    html: `<p>${"ご注文の商品は倉庫を出発しました。".repeat(5)}</p>`,
  },
  "many-recipients": {
    ...PLAIN,
    to: Array.from({ length: 12 }, (_, index) => ({
      address: `reader-${index}@example.org`,
      name: `Reader, No. ${index}`,
    })),
    cc: [{ address: "jürgen@xn--bcher-kva.example", name: "Jürgen 🐎" }],
    headers: [
      [
        "List-Unsubscribe",
        "<https://mail.example.com/u/0199aa00-0000-7000-8000-000000000001/0123456789abcdef>",
      ],
      ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"],
      ["X-Campaign", "Frühling"],
    ],
  },
  everything: {
    ...PLAIN,
    from: { address: "laden@mail.example.com", name: "Köbes & Töchter" },
    cc: [{ address: "grace@example.org", name: null }],
    replyTo: [{ address: "hilfe@mail.example.com", name: "Hilfe" }],
    subject: "Re: Ihre Rechnung für März",
    text: "Schöne Grüße aus Köln!\n",
    html: '<p>Schöne Grüße aus Köln!</p>\n<img src="cid:logo@mail.example.com" alt="Logo">\n',
    headers: [["Auto-Submitted", "auto-generated"]],
    inReplyTo: "<CAF+x=_9ZQ@mail.example.org>",
    references: [
      "first.of.the.thread@mail.example.org",
      "second@mail.example.com",
      "CAF+x=_9ZQ@mail.example.org",
    ],
    attachments: [
      attachment("logo.png", "image/png", PIXEL, "logo@mail.example.com"),
      attachment("style.css", "text/css", "p { margin: 0 }\n", "style"),
      attachment(
        "Rechnung (März) – Köbes & Töchter, Köln am Rhein, Filiale 東京.pdf",
        "application/pdf",
        "%PDF-1.7\n",
      ),
      attachment("orders.csv", "text/csv; charset=utf-8", "order,sum\n4711,10\n".repeat(9)),
      attachment('the "old" one.eml', "message/rfc822", "Subject: old\n\nold\n"),
      attachment("empty.bin", "application/x-whatever", ""),
    ],
  },
  "no-recipient": { ...PLAIN, to: [], subject: "", text: "no final line end" },
};

if (import.meta.main) {
  for (const [name, input] of Object.entries(GOLDEN)) {
    writeFileSync(new URL(`${name}.eml`, import.meta.url), buildMessage(input));
  }
}
