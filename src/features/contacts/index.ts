/**
 * Contacts: the people to whom an account sends mail.
 *
 * routes → readContactFields (validates, pure) → createContact | changeContact → queries
 *        → findContacts → page-queries: keyset pages, search by trigrams
 * transfer/: CSV import and export: importContacts → readRow (pure) → upsertContacts, a transaction for each 1,000 rows
 *
 * Triggers of migrations/0005_contacts.sql maintain contact_totals.
 */
export { changeContact, changedFields } from "./change-contact.ts";
export { createContact } from "./create-contact.ts";
export { contactNotFound } from "./errors.ts";
export { pageContacts } from "./page-contacts.ts";
export { type ContactRow, findContact, setSubscribed } from "./queries.ts";
export { type Properties, readContactFields } from "./read-contact-fields.ts";
export { readContactReference } from "./read-contact-reference.ts";
export { removeContact } from "./remove-contact.ts";
export { UntrackedContacts } from "./untracked-contacts.ts";
