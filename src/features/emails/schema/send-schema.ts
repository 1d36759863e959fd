import { type Static, Type } from "typebox";
import { MAX_DISPLAY_NAME_LENGTH } from "../../../mail/address/index.ts";

/** A longer subject is a mistake. RFC 5322 §2.1.1 limits a line to 998 octets, and longer ones are folded. */
const MAX_SUBJECT_LENGTH = 998;
/** To, Cc and Bcc together. A send to more people than this is a broadcast. */
export const MAX_RECIPIENTS = 1_000;
/** The limit of a request body, room for the base64 of 30 MB. */
export const MAX_SEND_BYTES = 40 * 1024 * 1024;
/** The options of each route that accepts mail. Compressing a response, even the check for its size, would slow down every send. */
export const MAIL_ROUTE = { bodyLimit: MAX_SEND_BYTES, compress: false } as const;
const MAX_HEADERS = 50;
const MAX_TAGS = 50;
const CLOSED = { additionalProperties: false };

const mailbox = Type.Union([
  Type.String({ minLength: 1, maxLength: 1_000 }),
  Type.Object(
    {
      email: Type.String({ minLength: 1, maxLength: 1_000 }),
      name: Type.Optional(Type.Union([Type.String({ maxLength: MAX_DISPLAY_NAME_LENGTH }), Type.Null()])),
    },
    CLOSED,
  ),
]);
const mailboxes = ({ minItems = 0, description }: { minItems?: number; description: string }) =>
  Type.Union([...mailbox.anyOf, Type.Array(mailbox, { minItems, maxItems: MAX_RECIPIENTS })], {
    description,
  });

const attachment = Type.Object(
  {
    filename: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description:
          "The name that recipients see. Required with `content`. Default with `path`: the name that the server sends, otherwise the last part of the URL.",
      }),
    ),
    content: Type.Optional(
      Type.String({ description: "The file in base64. Either `content` or `path` is required." }),
    ),
    path: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: "An https URL. The file is downloaded before the response is sent.",
      }),
    ),
    content_type: Type.Optional(
      Type.String({
        maxLength: 255,
        description:
          "Default: derived from the extension of the file name, otherwise from the type that the server of `path` sends.",
      }),
    ),
    content_id: Type.Optional(
      Type.String({
        maxLength: 255,
        description:
          'For an image inside the HTML. `<img src="cid:logo">` shows the attachment with the content id `logo`.',
      }),
    ),
  },
  CLOSED,
);

const tag = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 256, pattern: "^[A-Za-z0-9_-]+$" }),
    // Any text on one line.
    value: Type.String({ maxLength: 256, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }),
  },
  CLOSED,
);

const metadataValue = Type.Union([
  Type.String({ maxLength: 2_000 }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
]);

export const sendRequest = Type.Object(
  {
    from: Type.Optional(
      Type.Union(mailbox.anyOf, {
        description:
          "The sender: `a@b.c`, `Name <a@b.c>` or `{ email, name }`. Default: the account's default sender.",
      }),
    ),
    to: mailboxes({
      minItems: 1,
      description:
        "One recipient or an array. Each recipient has its own state. An address that appears twice, also in `cc` or `bcc`, is one recipient. `to`, `cc` and `bcc` have at most 1,000 recipients in total.",
    }),
    cc: Type.Optional(mailboxes({ description: "Recipients in the Cc header." })),
    bcc: Type.Optional(mailboxes({ description: "Recipients that no other recipient sees." })),
    reply_to: Type.Optional(mailboxes({ description: "Addresses for replies, in the Reply-To header." })),
    subject: Type.String({ maxLength: MAX_SUBJECT_LENGTH }),
    html: Type.Optional(
      Type.String({ description: "HTML body. At least one of `html` and `text` is required." }),
    ),
    text: Type.Optional(
      Type.String({ description: "Plain-text body. Default: generated from the first megabyte of `html`." }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 10_000 }), {
        maxProperties: MAX_HEADERS,
        description:
          "Custom headers. Headers that Posthouse or a mail server sets are rejected. The header of an email has at most 256 kB: all custom headers, the subject, and the addresses and names in `from`, `to`, `cc` and `reply_to`.",
      }),
    ),
    attachments: Type.Optional(Type.Array(attachment, { maxItems: 100 })),
    tags: Type.Optional(
      Type.Array(tag, {
        maxItems: MAX_TAGS,
        description: "Labels by which you can filter emails. Recipients do not see them.",
      }),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), metadataValue, {
        maxProperties: 50,
        description:
          "Your own data, returned with the email and its events. At most 16 kB as JSON, with names of at most 256 characters. Recipients do not see it.",
      }),
    ),
    scheduled_at: Type.Optional(
      Type.String({
        maxLength: 200,
        description: "When to send: ISO 8601, or words such as `in 2 hours` (in UTC). At most a year ahead.",
      }),
    ),
    stream: Type.Optional(
      Type.Union([Type.Literal("transactional"), Type.Literal("bulk")], {
        default: "transactional",
        description:
          "`transactional`: mail about the recipient's own activity, such as receipts. `bulk`: newsletters and similar mail. Bulk mail never delays transactional mail, and recipients can unsubscribe from it with one click (RFC 8058).",
      }),
    ),
    tracking: Type.Optional(
      Type.Object(
        { opens: Type.Optional(Type.Boolean()), clicks: Type.Optional(Type.Boolean()) },
        {
          ...CLOSED,
          description:
            'Whether opens and clicks are tracked. Default: the setting of the sender domain, otherwise of the account, where both are off by default. A link with `data-posthouse-track="off"` is never tracked.',
        },
      ),
    ),
    on_uncertain: Type.Optional(
      Type.Union([Type.Literal("retry"), Type.Literal("hold")], {
        description:
          "The policy when the connection breaks after the final dot, so that it is unknown whether the message arrived. `retry`: send it again, which may deliver it twice. `hold`: keep it as `uncertain` until you decide. Default: the account's setting.",
      }),
    ),
    in_reply_to: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: "The Message-ID of the email to which this one replies.",
      }),
    ),
    references: Type.Optional(
      Type.Union([
        Type.String({ maxLength: 20_000 }),
        Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 100 }),
      ]),
    ),
  },
  {
    ...CLOSED,
    examples: [{ to: "ada@example.com", subject: "Hello from Posthouse", html: "<p>It works.</p>" }],
  },
);
export type SendRequest = Static<typeof sendRequest>;
export type MailboxInput = Static<typeof mailbox>;
export type AttachmentInput = Static<typeof attachment>;

export const idempotencyHeaders = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      maxLength: 256,
      description:
        "Up to 256 characters of your choice. A request with the same key and body within 24 hours sends nothing and returns the first response again, with `Idempotent-Replay: true`.",
    }),
  ),
});

export const sendResponse = Type.Object(
  {
    success: Type.Literal(true),
    id: Type.String({ format: "uuid" }),
    status: Type.Literal("queued"),
    message_id: Type.String({ description: "The Message-ID header without its angle brackets." }),
    scheduled_at: Type.Optional(
      Type.String({
        description:
          "The time as which `scheduled_at` was read. Absent if the request has no `scheduled_at`.",
      }),
    ),
  },
  {
    examples: [
      {
        success: true,
        id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
        status: "queued",
        message_id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357@example.com",
      },
    ],
  },
);

export const resendRequest = Type.Object(
  {
    to: Type.Optional(
      mailboxes({
        minItems: 1,
        description:
          "The recipients of the new email. Default: all recipients of the original email, except those who reported it as spam.",
      }),
    ),
  },
  { ...CLOSED, examples: [{}] },
);
