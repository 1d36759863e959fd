/**
 * Contacts: the people whom an account writes to.
 *
 * routes → readContactFields (decides, pure) → createContact | changeContact → queries
 *        → findContacts → page-queries: keyset pages, search by trigrams
 *
 * contact_totals is kept by triggers of migrations/0003_contacts.sql.
 */
export { contactRoutes } from "./routes.ts";
