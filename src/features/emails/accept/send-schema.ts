import { type Static, Type } from "typebox";

/** Above this a subject is a mistake; RFC 5322 §2.1.1 allows a line of 998 octets and longer ones are folded. */
const maxSubjectLength = 998;
/** To, Cc and Bcc together. A send to more people than this is a broadcast. */
export const maxRecipients = 1_000;
/** contract.md: "The body is at most 40 MB." */
export const maxSendBytes = 40 * 1024 * 1024;
const maxHeaders = 50;
const maxTags = 50;
const closed = { additionalProperties: false };

const mailbox = Type.Union([
  Type.String({ minLength: 1, maxLength: 1_000 }),
  Type.Object(
    {
      email: Type.String({ minLength: 1, maxLength: 1_000 }),
      name: Type.Optional(Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()])),
    },
    closed,
  ),
]);
const mailboxes = ({ minItems = 0, description }: { minItems?: number; description: string }) =>
  Type.Union([...mailbox.anyOf, Type.Array(mailbox, { minItems, maxItems: maxRecipients })], { description });

const attachment = Type.Object(
  {
    filename: Type.Optional(
      Type.String({ maxLength: 1_000, description: "Without it: the last part of `path`." }),
    ),
    content: Type.Optional(Type.String({ description: "The bytes, in base64. Either this or `path`." })),
    path: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: "An https address from which the bytes are fetched, before the request is answered.",
      }),
    ),
    content_type: Type.Optional(
      Type.String({ maxLength: 255, description: "Without it: by the ending of the file name." }),
    ),
    content_id: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'For an image inside the HTML: `logo` is shown by `<img src="cid:logo">`.',
      }),
    ),
  },
  closed,
);

const tag = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 256, pattern: "^[A-Za-z0-9_-]+$" }),
    // Any text of one line.
    value: Type.String({ maxLength: 256, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }),
  },
  closed,
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
          "Sender: `a@b.c`, `Name <a@b.c>` or `{ email, name }`. Without it: the account's default sender.",
      }),
    ),
    to: mailboxes({
      minItems: 1,
      description:
        "Recipients: one or an array. Each has a state of its own; an address that is named twice, also in `cc` or `bcc`, is one recipient. At most 1,000 in all.",
    }),
    cc: Type.Optional(mailboxes({ description: "Recipients that are named as copies." })),
    bcc: Type.Optional(mailboxes({ description: "Recipients that nobody sees." })),
    reply_to: Type.Optional(mailboxes({ description: "Where answers go." })),
    subject: Type.String({ maxLength: maxSubjectLength }),
    html: Type.Optional(
      Type.String({ description: "HTML body. At least one of `html` and `text` is needed." }),
    ),
    text: Type.Optional(
      Type.String({ description: "Plain-text body. Without it: made from the first megabyte of `html`." }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 10_000 }), {
        maxProperties: maxHeaders,
        description: "Further headers. Those that Posthouse or a mail server writes are refused.",
      }),
    ),
    attachments: Type.Optional(Type.Array(attachment, { maxItems: 100 })),
    tags: Type.Optional(
      Type.Array(tag, { maxItems: maxTags, description: "For finding emails; recipients do not see them." }),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), metadataValue, {
        maxProperties: 50,
        description:
          "Yours; returned with the email and its events, at most 16 kB, names of at most 256 characters. Recipients do not see it.",
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
          "`bulk`: newsletters and the like. Transactional mail does not wait for it, and recipients can unsubscribe from it with one click (RFC 8058).",
      }),
    ),
    on_uncertain: Type.Optional(
      Type.Union([Type.Literal("retry"), Type.Literal("hold")], {
        description:
          "When the connection broke after the final dot, so that nobody knows whether the message arrived: `retry` sends it again, `hold` waits for you. Without it: as the account has it.",
      }),
    ),
    in_reply_to: Type.Optional(
      Type.String({ maxLength: 1_000, description: "The Message-ID of the email that this one answers." }),
    ),
    references: Type.Optional(
      Type.Union([
        Type.String({ maxLength: 20_000 }),
        Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 100 }),
      ]),
    ),
  },
  {
    ...closed,
    examples: [{ to: "ada@example.com", subject: "Hello from Posthouse", html: "<p>It works.</p>" }],
  },
);
export type SendRequest = Static<typeof sendRequest>;
export type GivenMailbox = Static<typeof mailbox>;
export type GivenAttachment = Static<typeof attachment>;

export const idempotencyHeaders = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      maxLength: 256,
      description:
        "Up to 256 characters of your choice. The same key and body within 24 hours give the first answer again, with `Idempotent-Replay: true`, and send nothing.",
    }),
  ),
});

export const sendResponse = Type.Object(
  {
    success: Type.Literal(true),
    id: Type.String({ format: "uuid" }),
    status: Type.Literal("queued"),
    message_id: Type.String({ description: "The Message-ID header, without its brackets." }),
    scheduled_at: Type.Optional(
      Type.String({ description: "The time as which `scheduled_at` was read; only if it was given." }),
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
        description: "Only to these; without it, to all recipients of the first time.",
      }),
    ),
  },
  { ...closed, examples: [{}] },
);
