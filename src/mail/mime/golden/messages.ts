import { writeFileSync } from "node:fs";
import { buildMessage, type MessageInput } from "../index.ts";

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

/** Each file beside this one is the message of its name; `node messages.ts` writes them anew after a wanted change. */
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
  "no-recipient": { ...PLAIN, to: [], subject: "", text: "no final line end" },
};

if (import.meta.main) {
  for (const [name, input] of Object.entries(GOLDEN)) {
    writeFileSync(new URL(`${name}.eml`, import.meta.url), buildMessage(input));
  }
}
