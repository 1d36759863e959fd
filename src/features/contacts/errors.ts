import { defineErrors } from "../../platform/errors/index.ts";

const contactErrors = defineErrors({
  contact_exists: { status: 409, meaning: "The account has a contact with this address already." },
  contact_not_found: { status: 404, meaning: "There is no such contact in this account." },
});

/** The same for a contact that does not exist, never did, or belongs to another account. */
export function contactNotFound() {
  return contactErrors.contact_not_found("There is no such contact in this account.");
}

export function contactExists() {
  return contactErrors.contact_exists(
    "The account has a contact with this address already. Change that one, or create with on_conflict=update.",
    { fields: [{ path: "email", message: "belongs to another contact of this account" }] },
  );
}
