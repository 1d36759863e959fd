/**
 * Submission: mail that comes by SMTP from programs with an API key (RFC 6409, RFC 8314).
 *
 * startSubmission → SubmissionServer (one a port), in the strict sessions of platform/smtp-server
 *   AUTH → logIn; MAIL → findSender (again: keys are revoked in the middle of sessions), checkSender; RCPT → readPath
 *   DATA → receiveMessage: collectBytes → readSubmission (decides, pure) → composeMessage (pure) → submitMessage (commits) → 250
 */
export { type Submission, type SubmissionOptions, startSubmission } from "./start-submission.ts";
