/**
 * Emails: the accepted send requests, their recipients and events.
 *
 * accept/: sendEmail, sendBatch, submitMessage → draftEmail (asynchronous parts) → prepareEmail (validates, pure) →
 *   acceptEmails (the only entry point: sender policy, quotas, Idempotency-Key) → insertAcceptances (one commit for many callers)
 * contents/: bodies, attachments and complete messages, each stored once; messages/: row and contents → the same bytes each time
 * read/: lists, details, events; change/: cancel, reschedule, resend; inspect/: dry runs
 * http/: registered by feature.ts; index.http.ts has what the routes of other features need
 */
export { type AcceptEmails, createAcceptEmails } from "./accept/accept-emails.ts";
export type { BatchItem } from "./accept/batch-item.ts";
export { MAX_BATCH } from "./accept/batch-schema.ts";
export { createDraftEmail, type DraftEmail } from "./accept/draft-email.ts";
export { IdempotentRequests } from "./accept/idempotent-requests.ts";
export {
  type BatchResult,
  type CheckBatch,
  createCheckBatch,
  createSendBatch,
  type SendBatch,
} from "./accept/send-batch.ts";
export { type Accepted, createSendEmail, type SendDeps, type SendEmail } from "./accept/send-email.ts";
export { MAX_SEND_BYTES, type SendRequest, sendRequest } from "./accept/send-schema.ts";
export type { Sender, SenderLimits } from "./accept/sender.ts";
export { createSubmitMessage, type SubmitMessage, type SubmittedMessage } from "./accept/submit-message.ts";
export { cancelEmail } from "./change/cancel-email.ts";
export { rescheduleEmail } from "./change/reschedule-email.ts";
export { createResendEmail, type ResendEmail } from "./change/resend-email.ts";
export type { EmailStatus } from "./email-status.ts";
export { contentFindings } from "./inspect/content-findings.ts";
export { createDryRun, type DryRun, type MailToPredict, type PredictedOutcome } from "./inspect/dry-run.ts";
export { type EmailOfClaim, emailOfClaim } from "./messages/email-of-claim.ts";
export { type EmailRow, returnPathOf } from "./messages/email-row.ts";
export { isContentRemoved, loadMessageContents, type MessageContents } from "./messages/message-contents.ts";
export { renderMessage } from "./messages/render-message.ts";
export { holdsEmails } from "./read/holds-emails.ts";
export { loadAttachment } from "./read/load-attachment.ts";
export { findEmail, loadDetail } from "./read/load-detail.ts";
export { loadLastArrival } from "./read/load-last-arrival.ts";
export { pageEmails } from "./read/page-emails.ts";
export type { EmailDetail, ListedEmail } from "./read/present-email.ts";
export { isSimulated, SIMULATOR_DOMAIN } from "./simulator-domain.ts";
