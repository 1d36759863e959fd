import MailComposer from "nodemailer/lib/mail-composer";
import { buildMessage } from "../src/mail/mime/index.ts";

/** Messages per second that one core builds, by Posthouse and by nodemailer, from the same content in the same run. */
export type MimeFigures = { content: string; ours: number; nodemailer: number; ratio: number };

const PARAGRAPH = "Your order has left our warehouse and will be with you soon. ";

/** A typical message of 2 kB: English HTML with long lines, and its text. */
const ENGLISH = {
  subject: "Your order 4711 is on its way",
  html: `<!doctype html><html><body><h1>Hello Ada</h1>${`<p style="color:#333">${PARAGRAPH.repeat(3)}</p>`.repeat(5)}</body></html>`,
  text: `Hello Ada\n\n${`${PARAGRAPH}\n`.repeat(14)}`,
};
/** The same in a language in which some letters need escapes (quoted-printable). */
const GERMAN = {
  subject: "Ihre Bestellung ist unterwegs – schöne Grüße aus Köln",
  html: ENGLISH.html.replaceAll("warehouse", "Lager in Köln, für Ihre Übergröße"),
  text: ENGLISH.text.replaceAll("warehouse", "Lager in Köln, für Ihre Übergröße"),
};
/** The same in a language in which most bytes need escapes (base64). */
const JAPANESE = {
  subject: "ご注文の商品を発送いたしました。まもなくお届けします",
  html: `<p>${"ご注文の商品は倉庫を出発しました。".repeat(20)}</p>`,
  text: `${"ご注文の商品は倉庫を出発しました。\n".repeat(20)}`,
};

type Content = typeof ENGLISH;

const MESSAGE_ID = "0199aa00-0000-7000-8000-000000000000@mail.example.com";
const DATE = new Date("2026-11-21T12:00:00Z");

/** Measures each library for `seconds`. */
export async function measureMime(seconds = 1): Promise<MimeFigures[]> {
  const figures: MimeFigures[] = [];
  for (const [content, message] of Object.entries({ english: ENGLISH, german: GERMAN, japanese: JAPANESE })) {
    const nodemailer = await rate(seconds, () => composeWithNodemailer(message));
    const ours = await rate(seconds, () => composeHere(message));
    figures.push({ content, ours, nodemailer, ratio: ours / nodemailer });
  }
  return figures;
}

async function rate(seconds: number, build: () => Promise<Buffer> | Buffer): Promise<number> {
  for (let warm = 0; warm < 200; warm += 1) await build();
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < seconds * 1_000) {
    for (let batch = 0; batch < 50; batch += 1) await build();
    count += 50;
  }
  return Math.round((count * 1_000) / (performance.now() - start));
}

function composeHere({ subject, html, text }: Content): Buffer {
  return buildMessage({
    messageId: MESSAGE_ID,
    date: DATE,
    from: { address: "shop@mail.example.com", name: "The Shop" },
    to: [{ address: "ada@example.org", name: "Ada Lovelace" }],
    replyTo: [],
    subject,
    html,
    text,
    boundarySeed: MESSAGE_ID,
  });
}

function composeWithNodemailer({ subject, html, text }: Content): Promise<Buffer> {
  const composer = new MailComposer({
    messageId: MESSAGE_ID,
    date: DATE,
    from: { address: "shop@mail.example.com", name: "The Shop" },
    to: [{ address: "ada@example.org", name: "Ada Lovelace" }],
    subject,
    html,
    text,
  });
  return composer.compile().build();
}

if (import.meta.main) console.table(await measureMime());
