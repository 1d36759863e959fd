import { type Static, Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../platform/http/index.ts";
import { type EmailStatus, emailStatuses, type RecipientState, recipientStates } from "./email-status.ts";

/** Above this a subject is a mistake; RFC 5322 §2.1.1 allows a line of 998 octets and longer ones are folded. */
const maxSubjectLength = 998;
/** A send to more people than this is a broadcast. */
const maxRecipients = 1_000;

const address = Type.String({ minLength: 1, maxLength: 1_000 });

export const sendRequest = Type.Object(
  {
    from: Type.Optional(
      Type.String({
        ...address,
        description: "Sender, `a@b.c` or `Name <a@b.c>`. Without it: the account's default sender.",
      }),
    ),
    to: Type.Union([address, Type.Array(address, { minItems: 1, maxItems: maxRecipients })], {
      description:
        "Recipient address, or an array of them. Each gets its own state; the same address twice is one recipient.",
    }),
    subject: Type.String({ maxLength: maxSubjectLength }),
    html: Type.Optional(
      Type.String({ description: "HTML body. At least one of `html` and `text` is needed." }),
    ),
    text: Type.Optional(
      Type.String({ description: "Plain-text body. Without it: made from the first megabyte of `html`." }),
    ),
    reply_to: Type.Optional(Type.Union([address, Type.Array(address, { minItems: 1, maxItems: 25 })])),
  },
  {
    additionalProperties: false,
    examples: [{ to: "ada@example.com", subject: "Hello from Posthouse", html: "<p>It works.</p>" }],
  },
);
export type SendRequest = Static<typeof sendRequest>;

export const sendResponse = Type.Object(
  { success: Type.Literal(true), id: Type.String({ format: "uuid" }), status: Type.Literal("queued") },
  { examples: [{ success: true, id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357", status: "queued" }] },
);

const status = Type.Unsafe<EmailStatus>({
  type: "string",
  enum: emailStatuses,
  description:
    "Follows from the recipients' states: the worst open one, else the common final one, else `partially_delivered`.",
});
const state = Type.Unsafe<RecipientState>({ type: "string", enum: recipientStates });

export const listEmailsQuery = Type.Object(
  {
    ...listQuery.properties,
    status: Type.Optional(status),
    to: Type.Optional(
      Type.String({ maxLength: 320, description: "Only emails with exactly this recipient." }),
    ),
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description: "Only emails whose subject contains this text, in any case.",
      }),
    ),
    after: Type.Optional(
      Type.String({ format: "date-time", description: "Accepted at or after this time." }),
    ),
    before: Type.Optional(Type.String({ format: "date-time", description: "Accepted before this time." })),
  },
  { additionalProperties: false },
);
export type ListEmailsQuery = Static<typeof listEmailsQuery>;

const emailSummary = Type.Object({
  id: Type.String({ format: "uuid" }),
  from: Type.String(),
  to: Type.Array(Type.String(), { description: "In a list: the first five." }),
  recipient_count: Type.Integer(),
  subject: Type.String(),
  status,
  created_at: timestamp,
});

export const listEmailsResponse = Type.Object({ emails: Type.Array(emailSummary), pagination });

const event = Type.Object({
  id: Type.String({ format: "uuid" }),
  type: state,
  attempt: Type.Integer(),
  created_at: timestamp,
  detail: Type.Object({
    reason: Type.Optional(Type.String()),
    phase: Type.Optional(Type.String()),
    code: Type.Optional(Type.Integer()),
    enhanced: Type.Optional(Type.String()),
    line: Type.Optional(Type.String()),
    host: Type.Optional(Type.String()),
    next_attempt_at: Type.Optional(Type.String()),
  }),
});

const recipient = Type.Object({
  address: Type.String(),
  state,
  attempts: Type.Integer(),
  next_attempt_at: Type.Union([timestamp, Type.Null()]),
  updated_at: timestamp,
  events: Type.Array(event),
});

export const emailDetail = Type.Object({
  ...emailSummary.properties,
  reply_to: Type.Array(Type.String()),
  message_id: Type.String(),
  html: Type.Union([Type.String(), Type.Null()]),
  text: Type.Union([Type.String(), Type.Null()]),
  recipients: Type.Array(recipient),
});

export const emailParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
