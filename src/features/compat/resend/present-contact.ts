import type { ContactRow, Properties } from "../../contacts/index.ts";
import { namesOf, otherProperties } from "./contact-names.ts";

/** `Contact` of the SDK. */
export function presentListedContact(row: ContactRow) {
  return {
    id: row.id,
    email: row.email,
    ...namesOf(row),
    created_at: row.created_at.toISOString(),
    unsubscribed: !row.subscribed,
  };
}

/** `GetContactResponseSuccess` of the SDK. */
export function presentContact(row: ContactRow) {
  return {
    object: "contact" as const,
    ...presentListedContact(row),
    properties: typedProperties(otherProperties(row)),
  };
}

type TypedValue = { type: "number"; value: number } | { type: "string"; value: string };

/** The SDK supports text and numbers. Booleans become text; arrays and objects are left out. */
function typedProperties(properties: Properties): Record<string, TypedValue> {
  const typed: Record<string, TypedValue> = {};
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "number") typed[key] = { type: "number", value };
    else if (typeof value === "string" || typeof value === "boolean")
      typed[key] = { type: "string", value: String(value) };
  }
  return typed;
}
