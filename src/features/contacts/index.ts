/**
 * Contacts: the people whom an account writes to.
 *
 * routes → readContactFields (decides, pure) → createContact | changeContact → queries
 *        → findContacts → page-queries: keyset pages, search by trigrams
 *
 * contact_totals is kept by triggers of migrations/0005_contacts.sql.
 */
export { changeContact, changedFields } from "./change-contact.ts";
export { createContact } from "./create-contact.ts";
export { contactNotFound } from "./errors.ts";
export { pageContacts } from "./page-contacts.ts";
export { type ContactRow, deleteContact, findContact, setSubscribed } from "./queries.ts";
export { type Properties, readContactFields } from "./read-contact-fields.ts";
export { readContactReference } from "./read-contact-reference.ts";
