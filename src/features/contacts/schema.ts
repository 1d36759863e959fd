import { type Static, Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../platform/http/index.ts";

const example = {
  id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
  email: "ada@example.com",
  name: "Ada Lovelace",
  subscribed: true,
  properties: { plan: "pro", seats: 5 },
  created_at: "2026-11-21T08:30:00.000Z",
  updated_at: "2026-11-21T08:30:00.000Z",
};

const inputFields = {
  email: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: "Stored as given, compared without case; a domain beyond ASCII is stored as A-labels.",
  }),
  name: Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()], {
    description: "At most 200 characters on one line. Blank or null: no name.",
  }),
  subscribed: Type.Boolean({
    description: "Whether the contact wants mail from this account. Default: true.",
  }),
  properties: Type.Unsafe<Record<string, unknown>>(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          "Anything else you know about the contact: a JSON object of at most 16,384 bytes. A change (PATCH) replaces it as a " +
          "whole; an upsert replaces the properties that are given and keeps the others.",
      },
    ),
  ),
};

export const contactInput = Type.Object(
  {
    email: inputFields.email,
    name: Type.Optional(inputFields.name),
    subscribed: Type.Optional(inputFields.subscribed),
    properties: Type.Optional(inputFields.properties),
  },
  {
    additionalProperties: false,
    examples: [{ email: example.email, name: example.name, properties: example.properties }],
  },
);
export type ContactInput = Static<typeof contactInput>;

export const contactChange = Type.Partial(contactInput, {
  additionalProperties: false,
  examples: [{ subscribed: false, name: null }],
});

export const createQuery = Type.Object(
  {
    on_conflict: Type.Optional(
      Type.Union([Type.Literal("update"), Type.Literal("skip"), Type.Literal("error")], {
        description:
          "What to do if the account has a contact with this address: `update` the fields that are given, `skip`, or answer the " +
          "error `contact_exists` (the default).",
      }),
    ),
  },
  { additionalProperties: false },
);
export type OnConflict = NonNullable<Static<typeof createQuery>["on_conflict"]>;

export const contactParams = Type.Object({
  contact: Type.String({
    maxLength: 400,
    description: "The contact's id, or its address (percent-encoded).",
    examples: [example.id, "ada%40example.com"],
  }),
});

const storedFields = {
  id: Type.String({ format: "uuid" }),
  email: Type.String(),
  name: Type.Union([Type.String(), Type.Null()]),
  subscribed: Type.Boolean(),
  properties: Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true })),
  created_at: timestamp,
  updated_at: timestamp,
};

export const contact = Type.Object(storedFields, { examples: [example] });

const results = {
  created: Type.Literal("created"),
  updated: Type.Literal("updated"),
  skipped: Type.Literal("skipped"),
};
export const createdContact = Type.Object(
  { ...storedFields, result: results.created },
  { description: "A new contact.", examples: [{ ...example, result: "created" }] },
);
export const existingContact = Type.Object(
  { ...storedFields, result: Type.Union([results.updated, results.skipped]) },
  {
    description: "The account had this contact; `result` tells whether it was changed.",
    examples: [{ ...example, result: "updated" }],
  },
);

export const listContactsQuery = Type.Object(
  {
    ...listQuery.properties,
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          "Only contacts whose address or name contains this text, without regard to case and accents. One or two Latin letters or " +
          "digits: only where the address or a word of the name begins with them.",
      }),
    ),
    subscribed: Type.Optional(
      Type.Boolean({ description: "Only contacts that are (or are not) subscribed." }),
    ),
    created_after: Type.Optional(
      Type.String({ format: "date-time", description: "Only contacts created at this time or later." }),
    ),
    created_before: Type.Optional(
      Type.String({ format: "date-time", description: "Only contacts created before this time." }),
    ),
    include: Type.Optional(
      Type.Literal("total", {
        description:
          "Count what the filters match, too. Without a filter the total is there anyway, and costs nothing.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListContactsQuery = Static<typeof listContactsQuery>;

export const listContactsResponse = Type.Object(
  { contacts: Type.Array(contact), pagination },
  {
    examples: [
      { contacts: [example], pagination: { limit: 50, has_more: false, next_cursor: null, total: 1 } },
    ],
  },
);
