import { type Static, Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../../platform/http/index.ts";
import { type EventType, eventTypes, type RecipientState, recipientStates } from "../../recipients/index.ts";
import { type EmailStatus, emailStatuses } from "../email-status.ts";

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
    tag: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 520,
        description: "Only emails with this tag: `name:value`, or `name` for any value.",
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

const tag = Type.Object({ name: Type.String(), value: Type.String() });
const metadata = Type.Union([
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
  Type.Null(),
]);
const eventType = Type.Unsafe<EventType>({ type: "string", enum: eventTypes });

const emailSummary = Type.Object({
  id: Type.String({ format: "uuid" }),
  from: Type.String(),
  to: Type.Array(Type.String(), { description: "In a list: the first five." }),
  cc: Type.Array(Type.String()),
  bcc: Type.Array(Type.String()),
  reply_to: Type.Array(Type.String()),
  message_id: Type.String({ description: "Without its brackets." }),
  recipient_count: Type.Integer({ description: "Of `to`, `cc` and `bcc` together." }),
  subject: Type.String(),
  status,
  tags: Type.Array(tag),
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
  detail: Type.Object({
    reason: Type.Optional(Type.String()),
    phase: Type.Optional(Type.String()),
    code: Type.Optional(Type.Integer()),
    enhanced: Type.Optional(Type.String()),
    line: Type.Optional(Type.String()),
    host: Type.Optional(Type.String()),
    next_attempt_at: Type.Optional(Type.String()),
    route: Type.Optional(Type.String({ description: "By which way it went: a relay, `direct`, `capture`." })),
    rule: Type.Optional(
      Type.String({ description: "Why that way: what the routing rule says that decided, if one did." }),
    ),
    source: Type.Optional(
      Type.String({ description: "Our address that it was sent from, where there are several." }),
    ),
    tls: Type.Optional(
      Type.String({ description: "The version of TLS that it was said under. Absent: in the clear." }),
    ),
    plaintext: Type.Optional(
      Type.String({
        description:
          "Why it was said in the clear though we asked for TLS: the server has none, or it failed.",
      }),
    ),
    policy: Type.Optional(
      Type.String({
        description:
          "Of mail that goes directly: the TLS that its domain asks for, by MTA-STS or DANE, or that it asks for none in particular.",
      }),
    ),
    meaning: Type.Optional(Type.String({ description: "What the refusal means, in one word." })),
    late: Type.Optional(
      Type.Boolean({
        description:
          "Of `bounced`: a message that came back told so. If true, after the recipient's final state, which stays.",
      }),
    ),
    bounce: Type.Optional(
      Type.Union([Type.Literal("hard"), Type.Literal("soft")], {
        description: "Of a message that came back. `hard`: the address will never work.",
      }),
    ),
  }),
});

const toldEvent = Type.Object({
  ...event.properties,
  transcript: Type.Union([Type.String(), Type.Null()], {
    description:
      "What was said with the server, a line each: `C:` is us, `S:` the server. Of the last five attempts that have one. There is none of an email that was delivered at the first attempt, nor after the account's retention time.",
  }),
});

const attachment = Type.Object({
  filename: Type.String(),
  content_type: Type.String(),
  content_id: Type.Union([Type.String(), Type.Null()]),
  size_bytes: Type.Integer(),
});

const recipient = Type.Object({
  position: Type.Integer({ description: "Among all recipients of the email, from 0." }),
  address: Type.String(),
  kind: Type.Union([Type.Literal("to"), Type.Literal("cc"), Type.Literal("bcc")]),
  state,
  attempts: Type.Integer(),
  next_attempt_at: Type.Union([timestamp, Type.Null()]),
  updated_at: timestamp,
  events: Type.Array(toldEvent),
});

export const emailDetail = Type.Object({
  ...emailSummary.properties,
  in_reply_to: Type.Union([Type.String(), Type.Null()]),
  references: Type.Array(Type.String()),
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  attachments: Type.Array(attachment),
  metadata,
  source: Type.Union([Type.Literal("api"), Type.Literal("smtp")], {
    description: "`smtp`: it came as a whole message, which goes out as it came but for `changes`.",
  }),
  changes: Type.Array(Type.String(), {
    description:
      "What Posthouse changed in a message that came by SMTP, a sentence each: long lines that it re-encoded, header fields that it removed.",
    examples: [["Lines over 998 octets were re-encoded as quoted-printable (RFC 5322 §2.1.1)."]],
  }),
  content_removed: Type.Boolean({
    description: "Bodies and attachments are gone, after the account's retention time.",
  }),
  content_unreadable: Type.Union([Type.String(), Type.Null()], {
    description:
      "Why the content of a message that came by SMTP cannot be shown, such as parts nested too deeply; null: it can. The message is delivered all the same.",
  }),
  html: Type.Union([Type.String(), Type.Null()]),
  text: Type.Union([Type.String(), Type.Null()]),
  recipients: Type.Array(recipient),
});

export const emailParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const attachmentParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  index: Type.Integer({ minimum: 0, maximum: 1_000, description: "Its place in `attachments`, from 0." }),
});

export const listEventsQuery = Type.Object(
  {
    limit: listQuery.properties.limit,
    after: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          "The id of an event: only later ones. Events appear in the order of their ids, so who goes on after the last one misses none and sees none twice.",
      }),
    ),
    since: Type.Optional(Type.String({ format: "date-time", description: "Only events from here on." })),
    email_id: Type.Optional(Type.String({ maxLength: 100 })),
    type: Type.Optional(eventType),
  },
  { additionalProperties: false },
);
export type ListEventsQuery = Static<typeof listEventsQuery>;

export const listEventsResponse = Type.Object({
  events: Type.Array(
    Type.Object({
      ...event.properties,
      email_id: Type.String({ format: "uuid" }),
      recipient: Type.String(),
      subject: Type.String(),
      tags: Type.Array(tag),
      metadata,
    }),
  ),
  pagination: Type.Object({
    limit: Type.Integer(),
    has_more: Type.Boolean(),
    next_cursor: Type.Union([
      Type.String({ description: "For `after`, also where this page is the last so far." }),
      Type.Null(),
    ]),
  }),
});
