import { type Static, Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../../platform/http/index.ts";
import { type EventType, eventTypes, RECIPIENT_STATES, type RecipientState } from "../../recipients/index.ts";
import { ACTORS, type Actor } from "../../tracking/index.ts";
import { EMAIL_STATUS_FILTERS, EMAIL_STATUSES, type EmailStatus } from "../email-status.ts";
import { eventDetail } from "./event-detail-schema.ts";

const status = Type.Unsafe<EmailStatus>({
  type: "string",
  enum: EMAIL_STATUSES,
  description:
    "Derived from the recipients' states: the worst open state; otherwise the final state if all recipients have the same one; otherwise `partially_delivered`. A recipient with `bounced_late` counts as `bounced`.",
});
const state = Type.Unsafe<RecipientState>({ type: "string", enum: RECIPIENT_STATES });

const filters = {
  status: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Only emails with this status, or one of several that are separated by commas: ${EMAIL_STATUS_FILTERS.map((name) => `\`${name}\``).join(", ")}. \`complained\` finds emails that a recipient reported as spam.`,
      examples: ["bounced,complained"],
    }),
  ),
  recipient_state: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Only emails with at least one recipient in this state, or in one of several that are separated by commas: ${RECIPIENT_STATES.map((name) => `\`${name}\``).join(", ")}. \`status=delivered\` finds emails that all recipients got; \`recipient_state=delivered\` finds those that any recipient got.`,
      examples: ["bounced,expired"],
    }),
  ),
  to: Type.Optional(
    Type.String({
      maxLength: 320,
      description:
        "Only emails with this recipient. A complete address must match completely; other text matches any part of an address. Case is ignored.",
    }),
  ),
  from: Type.Optional(
    Type.String({
      maxLength: 320,
      description: "Only emails whose sender's address or name contains this text, case-insensitive.",
    }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Only emails whose subject contains this text, case-insensitive.",
    }),
  ),
  tag: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 520,
      description: "Only emails with this tag: `name:value`, or `name` for any value. Case is ignored.",
    }),
  ),
  domain: Type.Optional(
    Type.String({
      maxLength: 253,
      description: "Only emails from this sender domain, as in `GET /metrics`.",
    }),
  ),
  stream: Type.Optional(
    Type.Unsafe<"transactional" | "bulk">({
      type: "string",
      enum: ["transactional", "bulk"],
      description: "Only emails of this stream.",
    }),
  ),
  after: Type.Optional(
    Type.String({ format: "date-time", description: "Only emails accepted at or after this time." }),
  ),
  before: Type.Optional(
    Type.String({ format: "date-time", description: "Only emails accepted before this time." }),
  ),
};

export const exportEmailsQuery = Type.Object(filters, { additionalProperties: false });
export type EmailFilterQuery = Static<typeof exportEmailsQuery>;

export const listEmailsQuery = Type.Object(
  {
    ...listQuery.properties,
    ...filters,
    include: Type.Optional(
      Type.Literal("total", {
        description: "Also count the matching emails: `pagination.total`, up to 10,000.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListEmailsQuery = Static<typeof listEmailsQuery>;

export const emailTag = Type.Object({ name: Type.String(), value: Type.String() });
export const emailMetadata = Type.Union([
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
  Type.Null(),
]);
const eventType = Type.Unsafe<EventType>({ type: "string", enum: eventTypes });

export const emailSummary = Type.Object({
  id: Type.String({ format: "uuid" }),
  from: Type.String(),
  to: Type.Array(Type.String(), {
    description: "Recipients in the To header. Lists return only the first five.",
  }),
  cc: Type.Array(Type.String()),
  bcc: Type.Array(Type.String()),
  reply_to: Type.Array(Type.String()),
  message_id: Type.String({ description: "The Message-ID header without its angle brackets." }),
  recipient_count: Type.Integer({
    description: "The number of recipients in `to`, `cc` and `bcc` together.",
  }),
  subject: Type.String(),
  status,
  complained: Type.Boolean({
    description: "Whether a recipient reported the email as spam. The status does not change.",
  }),
  tags: Type.Array(emailTag),
  attachment_count: Type.Integer(),
  scheduled_at: Type.Union([timestamp, Type.Null()]),
  created_at: timestamp,
});

export const listEmailsResponse = Type.Object({ emails: Type.Array(emailSummary), pagination });

const event = Type.Object({
  id: Type.String({ format: "uuid" }),
  type: eventType,
  attempt: Type.Integer(),
  created_at: timestamp,
  detail: eventDetail,
});

const recipientEvent = Type.Object({
  ...event.properties,
  transcript: Type.Union([Type.String(), Type.Null()], {
    description:
      "The SMTP conversation, one line each: `C:` is Posthouse, `S:` the server. Present for the last five attempts that have one. Null for an email that was delivered at the first attempt, and after the account's retention time.",
  }),
});

const attachment = Type.Object({
  filename: Type.String(),
  content_type: Type.String(),
  content_id: Type.Union([Type.String(), Type.Null()]),
  size_bytes: Type.Integer(),
});

const engagement = Type.Object({
  id: Type.String({ format: "uuid" }),
  kind: Type.Unsafe<"open" | "click" | "unsubscribe">({
    type: "string",
    enum: ["open", "click", "unsubscribe"],
  }),
  link: Type.Union([Type.Integer(), Type.Null()], {
    description: "The index of the link in the message, starting at 0, for a click.",
  }),
  url: Type.Union([Type.String(), Type.Null()]),
  actor: Type.Unsafe<Actor>({
    type: "string",
    enum: ACTORS,
    description:
      "`human`: a person. `proxy`: a person, through the image proxy of a mailbox provider. `prefetch`: a mail client loaded the image in advance, whether or not the email is read. `scanner`: a security scanner. `bot`: another program. `unknown`: no signal identifies the actor.",
  }),
  confidence: Type.Integer({ description: "The confidence in `actor`, in percent." }),
  reasons: Type.Array(Type.String(), { description: "The signals behind `actor`, the strongest first." }),
  network: Type.Union([Type.String(), Type.Null()], {
    description: "The reader's network or IP address, as the account stores it. Null: not stored.",
  }),
  agent: Type.Union([Type.String(), Type.Null()], {
    description: "The reader's program or user agent, as the account stores it. Null: not stored.",
  }),
  created_at: timestamp,
});

const recipient = Type.Object({
  position: Type.Integer({
    description: "The recipient's index among all recipients of the email, starting at 0.",
  }),
  address: Type.String(),
  kind: Type.Union([Type.Literal("to"), Type.Literal("cc"), Type.Literal("bcc")]),
  state,
  bounced_late: Type.Boolean({
    description:
      "Whether a bounce came back after the recipient's server had accepted the email. `state` then stays `delivered`; lists, filters and metrics count the recipient as `bounced`.",
  }),
  complained: Type.Boolean({ description: "Whether this recipient reported the email as spam." }),
  attempts: Type.Integer(),
  next_attempt_at: Type.Union([timestamp, Type.Null()]),
  updated_at: timestamp,
  events: Type.Array(recipientEvent),
  engagements: Type.Array(engagement, {
    description:
      "Opens, clicks and unsubscribes of this recipient, those of people first. At most 500 per email.",
  }),
});

export const emailDetail = Type.Object({
  ...emailSummary.properties,
  in_reply_to: Type.Union([Type.String(), Type.Null()]),
  references: Type.Array(Type.String()),
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  attachments: Type.Array(attachment),
  metadata: emailMetadata,
  source: Type.Union([Type.Literal("api"), Type.Literal("smtp")], {
    description:
      "How the email was submitted. `smtp`: as a complete message, which is sent unchanged except for `changes`.",
  }),
  changes: Type.Array(Type.String(), {
    description:
      "The changes that Posthouse made to a message submitted by SMTP, one sentence each, such as long lines that were re-encoded or header fields that were removed.",
    examples: [["Lines over 998 octets were re-encoded as quoted-printable (RFC 5322 §2.1.1)."]],
  }),
  tracking: Type.Union(
    [Type.Object({ opens: Type.Boolean(), clicks: Type.Boolean(), host: Type.String() }), Type.Null()],
    {
      description:
        "Whether opens and clicks are tracked, and the origin of the tracked links. Null: nothing is tracked.",
    },
  ),
  opened: Type.Integer({
    description: "Recipients who opened the email or clicked a link, not counting programs.",
  }),
  clicked: Type.Integer({ description: "Recipients who clicked a link, not counting programs." }),
  content_removed: Type.Boolean({
    description: "Whether bodies and attachments were deleted after the account's retention time.",
  }),
  content_unreadable: Type.Union([Type.String(), Type.Null()], {
    description:
      "Why the content of a message submitted by SMTP cannot be shown, such as parts that are nested too deeply. The message is delivered nevertheless. Null: the content can be shown.",
  }),
  html: Type.Union([Type.String(), Type.Null()]),
  text: Type.Union([Type.String(), Type.Null()]),
  recipients: Type.Array(recipient),
});

export const emailParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const attachmentParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  index: Type.Integer({
    minimum: 0,
    maximum: 1_000,
    description: "The attachment's index in `attachments`, starting at 0.",
  }),
});
