import { type Static, Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../../platform/http/index.ts";

const EXAMPLE = {
  id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
  email: "ada@EXAMPLE.com",
  name: "Ada Lovelace",
  subscribed: true,
  tracked: true,
  properties: { plan: "pro", seats: 5 },
  created_at: "2026-11-21T08:30:00.000Z",
  updated_at: "2026-11-21T08:30:00.000Z",
};

const inputFields = {
  email: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description:
      "The address, unique in the account. Case is kept but ignored when addresses are compared. An internationalized domain is stored as A-labels.",
  }),
  name: Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()], {
    description: "At most 200 characters on one line. A blank name is stored as null.",
  }),
  subscribed: Type.Boolean({
    description: "Whether the contact wants mail from this account. Default for a new contact: true.",
  }),
  tracked: Type.Boolean({
    description:
      "Whether opens and clicks of this person are recorded. `false` overrides all settings of tracking: new mail is not tracked, and opens and clicks of earlier mail are no longer stored. Default for a new contact: true.",
  }),
  properties: Type.Unsafe<Record<string, unknown>>(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          "Your own data about the contact: a JSON object of at most 16,384 bytes. PATCH replaces the whole object. POST with " +
          "`on_conflict=update` replaces the properties that the request contains and keeps the others.",
      },
    ),
  ),
};

export const contactInput = Type.Object(
  {
    email: inputFields.email,
    name: Type.Optional(inputFields.name),
    subscribed: Type.Optional(inputFields.subscribed),
    tracked: Type.Optional(inputFields.tracked),
    properties: Type.Optional(inputFields.properties),
  },
  {
    additionalProperties: false,
    examples: [{ email: EXAMPLE.email, name: EXAMPLE.name, properties: EXAMPLE.properties }],
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
          "If the account already has a contact with this address: `update` changes the fields that the request contains, `skip` " +
          "leaves the contact as it is, `error` (the default) returns the error `contact_exists`.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type OnConflict = NonNullable<Static<typeof createQuery>["on_conflict"]>;

export const contactParams = Type.Object({
  contact: Type.String({
    maxLength: 400,
    description: "The contact's id, or its address, percent-encoded.",
    examples: [EXAMPLE.id, "ada%40example.com"],
  }),
});

const storedFields = {
  id: Type.String({ format: "uuid" }),
  email: Type.String(),
  name: Type.Union([Type.String(), Type.Null()]),
  subscribed: Type.Boolean(),
  tracked: Type.Boolean(),
  properties: Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true })),
  created_at: timestamp,
  updated_at: timestamp,
};

export const contact = Type.Object(storedFields, { examples: [EXAMPLE] });

const results = {
  created: Type.Literal("created"),
  updated: Type.Literal("updated"),
  skipped: Type.Literal("skipped"),
};
export const createdContact = Type.Object(
  { ...storedFields, result: results.created },
  { description: "A new contact.", examples: [{ ...EXAMPLE, result: "created" }] },
);
export const existingContact = Type.Object(
  { ...storedFields, result: Type.Union([results.updated, results.skipped]) },
  {
    description: "The contact existed already. `result` is `updated` if it was changed, otherwise `skipped`.",
    examples: [{ ...EXAMPLE, result: "updated" }],
  },
);

const filters = {
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "Only contacts whose address or name contains this text, ignoring case and accents. One or two Latin letters or digits " +
        "match only the beginning of the address or of a word of the name.",
    }),
  ),
  property: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description:
        "Only contacts with this property, as `name:value`. The value is compared exactly; numbers, `true`, `false` and `null` also match as JSON values.",
      examples: ["plan:pro"],
    }),
  ),
  subscribed: Type.Optional(
    Type.Boolean({ description: "Only contacts that are subscribed (`true`) or not (`false`)." }),
  ),
  created_after: Type.Optional(
    Type.String({ format: "date-time", description: "Only contacts created at this time or later." }),
  ),
  created_before: Type.Optional(
    Type.String({ format: "date-time", description: "Only contacts created before this time." }),
  ),
};

export const listContactsQuery = Type.Object(
  {
    ...listQuery.properties,
    ...filters,
    include: Type.Optional(
      Type.Literal("total", {
        description:
          "`total` also counts the contacts that match the filters, up to 10,000. Without filters the total is always returned.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListContactsQuery = Static<typeof listContactsQuery>;

export const exportContactsQuery = Type.Object(filters, { additionalProperties: false });
export type ContactFilterQuery = Static<typeof exportContactsQuery>;

export const listContactsResponse = Type.Object(
  { contacts: Type.Array(contact), pagination },
  {
    examples: [
      {
        contacts: [EXAMPLE],
        pagination: { limit: 50, has_more: false, next_cursor: null, total: 1, total_is_exact: true },
      },
    ],
  },
);
