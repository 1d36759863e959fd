import { type Static, Type } from "typebox";
import { contactInput } from "../../contacts/index.http.ts";

const CLOSED = { additionalProperties: false };
const nullable = Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()]);
const { email, properties } = contactInput.properties;

const changes = {
  first_name: Type.Optional(nullable),
  last_name: Type.Optional(nullable),
  unsubscribed: Type.Optional(Type.Boolean()),
  properties,
};
const groups = Type.Optional(Type.Array(Type.Unknown()));
/** An account has one list of contacts, so every audience is that list. */
const audience_id = Type.Optional(Type.String({ maxLength: 100 }));
export const newContact = Type.Object(
  { email, ...changes, segments: groups, topics: groups, audience_id },
  CLOSED,
);
/** The SDKs for Python, Ruby, Go and PHP repeat the contact's id or address from the path in the body. */
export const contactChange = Type.Object(
  { ...changes, id: Type.Optional(Type.String()), email: Type.Optional(Type.String()), audience_id },
  CLOSED,
);
export type ContactChange = Pick<
  Static<typeof contactChange>,
  "first_name" | "last_name" | "unsubscribed" | "properties"
>;

export const contactParams = Type.Object({ contact: Type.String({ maxLength: 400 }) });

export const namedContact = Type.Object({ object: Type.Literal("contact"), id: Type.String() });
export const removedContact = Type.Object({
  object: Type.Literal("contact"),
  contact: Type.String(),
  deleted: Type.Literal(true),
});

const stored = {
  id: Type.String(),
  email: Type.String(),
  first_name: nullable,
  last_name: nullable,
  created_at: Type.String(),
  unsubscribed: Type.Boolean(),
};
export const listedContact = Type.Object(stored);
export const storedContact = Type.Object({
  object: Type.Literal("contact"),
  ...stored,
  properties: Type.Record(
    Type.String(),
    Type.Object({
      type: Type.Union([Type.Literal("string"), Type.Literal("number")]),
      value: Type.Union([Type.String(), Type.Number()]),
    }),
  ),
});
