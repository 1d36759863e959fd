import fc from "fast-check";
import type { Mailbox } from "../../src/mail/address/index.ts";
import type { Attachment, MessageInput } from "../../src/mail/mime/index.ts";
import { arbitraryCodePoint } from "./arbitrary-code-point.ts";

/** Characters that some programs treat as a line end, that are special at the start of a line, or in a header. */
const HOSTILE = [
  "\r",
  "\n",
  "\r\n",
  "\r\n.\r\n",
  "\n.\n",
  ".",
  "..",
  "From ",
  " ",
  "\t",
  "\0",
  "\x7f",
  "\u0085",
  "\u2028",
  "=",
  "=?",
  "?=",
  "=_",
  "--",
  "ü",
  "日",
  "🐎",
  "\ud800",
  "\udc00",
  ",",
  ";",
  '"',
  "'",
  "%",
  "*",
  "\\",
  "/",
  "<",
  ">",
  "(",
  ")",
  "@",
  ":",
  "a",
  "Zz",
  "=20",
];

const arbitraryText = fc.oneof(
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 60 }).map((parts) => parts.join("")),
  fc.string({ unit: arbitraryCodePoint, maxLength: 300 }),
  fc.lorem({ maxCount: 40 }),
);

const arbitraryMailbox: fc.Arbitrary<Mailbox> = fc
  .tuple(
    fc.option(
      arbitraryText.map((name) => name.slice(0, 256)),
      { nil: null },
    ),
    fc.constantFrom("a@b.example", '"a b"@b.example', '"a\\"b"@b.example', `${"x".repeat(64)}@sub.b.example`),
  )
  .map(([name, address]) => ({ name, address }));

const textFields = {
  messageId: fc.constant("0199aa00@mail.example.com"),
  date: fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
  from: arbitraryMailbox,
  to: fc.array(arbitraryMailbox, { maxLength: 5 }),
  cc: fc.array(arbitraryMailbox, { maxLength: 2 }),
  replyTo: fc.array(arbitraryMailbox, { maxLength: 2 }),
  subject: arbitraryText,
  html: fc.option(arbitraryText, { nil: null }),
  text: fc.option(arbitraryText, { nil: null }),
  boundarySeed: fc.string(),
};

/** Typical messages: no attachment, no thread. */
export const arbitraryTextMessage: fc.Arbitrary<MessageInput> = fc.record({
  ...textFields,
  headers: fc.array(fc.tuple(fc.constantFrom("X-One", "X-Two"), arbitraryText), { maxLength: 3 }),
});

const messageId = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(..."aZ9.$+=_!?-"), minLength: 1, maxLength: 80 }),
    fc.domain({ size: "small" }),
  )
  .map(([left, right]) => `${left}@${right}`);

const arbitraryAttachment: fc.Arbitrary<Attachment> = fc.record({
  filename: fc.oneof(
    arbitraryText,
    fc.stringMatching(/^[\w (),.&+-]{1,90}\.pdf$/),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 255 }),
  ),
  contentType: fc.constantFrom(
    "image/png",
    "application/pdf",
    "text/csv; charset=utf-8",
    "text/plain",
    "text/html",
    "application/octet-stream",
    'application/x-y; profile="https://a.example/?b=c;d"',
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "message/rfc822",
    "multipart/mixed; boundary=x",
  ),
  contentId: fc.option(fc.stringMatching(/^[\w.@+-]{1,128}$/), { nil: null }),
  bytes: fc
    .oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 20_000 }),
      arbitraryText.map((text) => Buffer.from(text)),
    )
    .map((bytes) => Buffer.from(bytes)),
});

/** Messages with every optional part. */
export const arbitraryMessage: fc.Arbitrary<MessageInput> = fc.record({
  ...textFields,
  headers: arbitraryText.map((value): [string, string][] => [["X-One", value]]),
  inReplyTo: fc.option(messageId, { nil: null }),
  references: fc.array(messageId, { maxLength: 30 }),
  attachments: fc.array(arbitraryAttachment, { maxLength: 4 }),
});
