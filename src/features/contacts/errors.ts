import { defineErrors } from "../../platform/errors/index.ts";

const contactErrors = defineErrors({
  contact_exists: { status: 409, meaning: "The account already has a contact with this address." },
  contact_not_found: { status: 404, meaning: "The account has no contact with this id or address." },
});

/** The same error for a contact that never existed, was deleted, or belongs to another account. */
export function contactNotFound() {
  return contactErrors.contact_not_found("This account has no contact with this id or address.");
}

export function contactExists() {
  return contactErrors.contact_exists(
    "The account already has a contact with this address. Change that contact, or create it with on_conflict=update.",
    { fields: [{ path: "email", message: "belongs to another contact of this account" }] },
  );
}
