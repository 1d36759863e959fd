/**
 * Submission: mail that programs with an API key send by SMTP (RFC 6409, RFC 8314).
 *
 * startSubmission → SubmissionServer (one per port), with the strict sessions of platform/smtp-server
 *   AUTH → logIn; MAIL → findSender (again: a key may be revoked during a session), senderError; RCPT → readPath
 *   DATA → receiveMessage: collectBytes → readSubmission (validates, pure) → composeMessage (pure) → submitMessage (commits) → 250
 */
export { startSubmission } from "./start-submission.ts";
