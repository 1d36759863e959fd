/**
 * Submission: mail that comes by SMTP from programs with an API key (RFC 6409, RFC 8314).
 *
 * startSubmission → SubmissionServer (one a port) → StrictConnection (what a session may do at all)
 *   AUTH → logIn; MAIL → findSender (again: keys are revoked in the middle of sessions), checkSender; RCPT → readPath
 *   DATA → receiveMessage: collectBytes → readSubmission (decides, pure) → composeMessage (pure) → submitMessage (commits) → 250
 *
 * The library `smtp-server` leads the conversation. What stands in session/ is there because it would take a line feed for the
 * end of a command, show AUTH in clear, ignore unknown parameters, or wait for ever.
 */
export { type Submission, type SubmissionOptions, startSubmission } from "./start-submission.ts";
