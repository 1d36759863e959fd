import { type Static, Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../../platform/http/index.ts";
import { emailSummary } from "../../emails/index.http.ts";

const id = Type.String({ format: "uuid" });
const MAX_IDS = 1_000;
const ids = Type.Array(id, { minItems: 1, maxItems: MAX_IDS });

const filters = {
  unread: Type.Optional(Type.Boolean({ description: "Only unread emails." })),
  to: Type.Optional(
    Type.String({
      maxLength: 320,
      description: "Only emails with a recipient whose address contains this text, case-insensitive.",
    }),
  ),
  from: Type.Optional(
    Type.String({
      maxLength: 320,
      description: "Only emails whose sender's address or name contains this text, case-insensitive.",
    }),
  ),
  subject: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Only emails whose subject contains this text, case-insensitive.",
    }),
  ),
  after: Type.Optional(
    Type.String({ format: "date-time", description: "Only emails accepted at this time or later." }),
  ),
  before: Type.Optional(
    Type.String({ format: "date-time", description: "Only emails accepted before this time." }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "Only emails that contain this text in the subject, the addresses or the body, case-insensitive.",
    }),
  ),
};

export const exportInboxQuery = Type.Object(filters, { additionalProperties: false });
export type InboxFilterQuery = Static<typeof exportInboxQuery>;

export const listInboxQuery = Type.Object(
  { ...listQuery.properties, ...filters },
  { additionalProperties: false },
);
export type ListInboxQuery = Static<typeof listInboxQuery>;

const unreadCount = {
  unread: Type.Integer({ description: "The number of unread emails, counted up to 1,000." }),
  unread_is_exact: Type.Boolean({ description: "False: there may be more unread emails." }),
};

export const unreadResponse = Type.Object(unreadCount);

export const listInboxResponse = Type.Object({
  emails: Type.Array(
    Type.Object({
      ...emailSummary.properties,
      captured_at: timestamp,
      read: Type.Boolean(),
    }),
  ),
  total: Type.Integer({ description: "The number of emails in the inbox, counted up to 1,000." }),
  total_is_exact: Type.Boolean({ description: "False: there may be more emails." }),
  ...unreadCount,
  pagination,
});

export const markRequest = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(id, { minItems: 1, maxItems: MAX_IDS, description: "Omit it for all emails of the inbox." }),
    ),
    read: Type.Boolean({ description: "False: mark as unread." }),
  },
  { additionalProperties: false, examples: [{ read: true }] },
);

export const idsRequest = Type.Object({ ids }, { additionalProperties: false });
export const idsResponse = Type.Object({ ids: Type.Array(id, { description: "The emails that changed." }) });

export const restoreRequest = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(id, {
        minItems: 1,
        maxItems: MAX_IDS,
        description: "Deleted emails. Omit it to restore what the last clearing removed.",
      }),
    ),
  },
  { additionalProperties: false },
);

const address = Type.String({ minLength: 1, maxLength: 1_000 });
export const releaseRequest = Type.Object(
  {
    to: Type.Union([address, Type.Array(address, { minItems: 1, maxItems: 50 })], {
      description: "The addresses that get the email.",
    }),
  },
  { additionalProperties: false, examples: [{ to: "ada@example.com" }] },
);
