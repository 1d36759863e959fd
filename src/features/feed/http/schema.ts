import { type Static, Type } from "typebox";
import { listQuery, orNull, pagination, timestamp } from "../../../platform/http/index.ts";
import { ACCOUNT_EVENT_MEANINGS, type AccountEventType } from "../../account-events/index.ts";
import { emailMetadata, emailTag, eventDetail } from "../../emails/index.http.ts";

import { type EventType, eventTypes } from "../../recipients/index.ts";
import { ENGAGEMENT_TYPES, type EngagementType } from "../feed-event.ts";

const typeList = (text: string) => Type.Optional(Type.String({ maxLength: 1_000, description: text }));

export const listEventsQuery = Type.Object(
  {
    limit: listQuery.properties.limit,
    after: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          "`next_cursor` of the previous page, or the id of an event. Returns only later events. Events appear in the order of their ids, so continuing after the last one misses no event and returns none twice.",
      }),
    ),
    since: Type.Optional(
      Type.String({ format: "date-time", description: "Only events at or after this time." }),
    ),
    email_id: Type.Optional(Type.String({ maxLength: 100, description: "Only events of this email." })),
    kind: typeList(
      "Only events of these kinds, separated by commas: `email` (a recipient's state changed, or a complaint), `engagement` (opens, clicks, unsubscribes), `account` (domains, contacts, suppressions, keys, webhooks). Default: the kinds of `type`, otherwise `email`.",
    ),
    type: typeList(
      "Only events of these types, separated by commas, for example `delivered,bounced` or `email.clicked,contact.created`. A type of the kind `email` may begin with `email.`.",
    ),
  },
  { additionalProperties: false },
);
export type ListEventsQuery = Static<typeof listEventsQuery>;

export const listEventsResponse = Type.Object({
  events: Type.Array(
    Type.Object({
      id: Type.String({ format: "uuid" }),
      kind: Type.Union([Type.Literal("email"), Type.Literal("engagement"), Type.Literal("account")]),
      type: Type.Unsafe<EventType | EngagementType | AccountEventType>({
        type: "string",
        enum: [...eventTypes, ...Object.values(ENGAGEMENT_TYPES), ...Object.keys(ACCOUNT_EVENT_MEANINGS)],
        description:
          "For the kind `email`: the recipient's new state, or another fact such as `complained`. For other kinds: a full name, such as `email.clicked` or `domain.verified`.",
      }),
      subject_id: Type.String({
        format: "uuid",
        description:
          "The id of the email, contact, webhook or other object that the event is about. Domains, keys and addresses have no UUID, so their events get one that is derived from the name.",
      }),
      attempt: orNull(Type.Integer()),
      created_at: timestamp,
      detail: Type.Object(eventDetail.properties, { additionalProperties: true }),
      email_id: orNull(Type.String({ format: "uuid" })),
      recipient: orNull(Type.String()),
      subject: orNull(Type.String()),
      tags: Type.Array(emailTag),
      metadata: emailMetadata,
    }),
  ),
  pagination: Type.Object({
    limit: pagination.properties.limit,
    has_more: pagination.properties.has_more,
    next_cursor: orNull(
      Type.String({
        description:
          "The value for `after` in the next request. It is also set on the last page, to continue with later events; there it may be the id of an event that does not match the filters.",
      }),
    ),
  }),
});
export type ListedEvent = Static<typeof listEventsResponse>["events"][number];
