import { defineErrors } from "../../platform/errors/index.ts";

const contactErrors = defineErrors({
  contact_exists: {
    status: 409,
    meaning: "The account already has a contact with this address.",
    causes: ["A contact with this address was created before. Case is ignored when addresses are compared."],
    fix: "Change the contact with PATCH, or create it with `?on_conflict=update`.",
  },
  contact_not_found: {
    status: 404,
    meaning: "The account has no contact with this id or address.",
    causes: ["The id or address is wrong, or the contact was deleted."],
    fix: "List contacts with `?search=` to find the right one.",
  },
});

/** The same error for a contact that never existed, was deleted, or belongs to another account. */
export function contactNotFound() {
  return contactErrors.contact_not_found(
    "This account has no contact with this id or address. Find it with GET /api/v1/contacts?search=.",
  );
}

export function contactExists() {
  return contactErrors.contact_exists(
    "The account already has a contact with this address. Change that contact, or create it with on_conflict=update.",
    { fields: [{ path: "email", message: "belongs to another contact of this account" }] },
  );
}
