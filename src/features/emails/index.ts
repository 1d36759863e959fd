/**
 * Emails: what was asked for, and what became of it.
 *
 * acceptEmail (the one door) → prepareEmail (decides, pure) → insertEmails (one commit for many callers)
 * routes.ts (entered by app.ts alone): send, list, detail, and for the dashboard preview and source
 * renderMessage: row → bytes, the same each time
 */
export { type AcceptEmail, createAcceptEmail } from "./accept-email.ts";
export { type RecipientState, recipientStateMeanings } from "./email-status.ts";
export { type EmailContentRow, loadEmail } from "./queries.ts";
export { renderMessage } from "./render-message.ts";
