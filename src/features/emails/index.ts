/**
 * Emails: the accepted send requests, their recipients and events.
 *
 * Sending is a pipeline, and each step is a function with its dependencies as the first parameter:
 *   send/: sendEmail, submitMessage (SMTP); batch/: sendBatch; change/: resendEmail. Each runs once per Idempotency-Key (idempotency/)
 *   → draftEmail (asynchronous parts) → prepareEmail (validates, pure)
 *   → AcceptPipeline.accept (the only entry point: sender policy, quotas/) → store/: insertAcceptances (one commit for many callers)
 * schema/: the requests that are accepted; new-email.ts: an email on its way through the pipeline; sender.ts: on whose behalf
 * contents/: bodies, attachments and complete messages, each stored once; messages/: row and contents → the same bytes each time
 * attachments/: downloads and decodes them; read/: lists, details, events; change/: cancel, reschedule; inspect/: dry runs
 * http/: registered by feature.ts; index.http.ts has what the routes of other features need
 */
export { checkBatch, sendBatch } from "./batch/send-batch.ts";
export { cancelEmail } from "./change/cancel-email.ts";
export { rescheduleEmail } from "./change/reschedule-email.ts";
export { type ResendDeps, resendEmail } from "./change/resend-email.ts";
export type { EmailStatus } from "./email-status.ts";
export { IdempotentRequests } from "./idempotency/idempotent-requests.ts";
export { CONTENT_FINDINGS } from "./inspect/content-findings.ts";
export type { MailToPredict, PredictedOutcome } from "./inspect/dry-run.ts";
export { EMAIL_OF_CLAIM, type EmailOfClaim } from "./messages/email-of-claim.ts";
export { type EmailRow, returnPathOf } from "./messages/email-row.ts";
export { isContentRemoved, loadMessageContents, type MessageContents } from "./messages/message-contents.ts";
export { renderMessage } from "./messages/render-message.ts";
export type { Metadata } from "./new-email.ts";
export { type EmailCells, findEmailCells } from "./read/email-cells.ts";
export { type ContainedTexts, findContaining } from "./read/find-containing.ts";
export { loadAttachment } from "./read/load-attachment.ts";
export { findEmail, loadDetail } from "./read/load-detail.ts";
export { loadLastArrival } from "./read/load-last-arrival.ts";
export { findSummaries, pageEmails } from "./read/page-emails.ts";
export type { EmailDetail, ListedEmail } from "./read/present-email.ts";
export { type BatchItem, MAX_BATCH } from "./schema/batch-schema.ts";
export { MAIL_ROUTE, type SendRequest, sendRequest } from "./schema/send-schema.ts";
export { AcceptPipeline, type AcceptPipelineOptions } from "./send/accept-pipeline.ts";
export { type Accepted, type SendDeps, sendEmail } from "./send/send-email.ts";
export { type SubmittedMessage, submitMessage } from "./send/submit-message.ts";
export type { Sender } from "./sender.ts";
export { isSimulated, SIMULATOR_DOMAIN } from "./simulator-domain.ts";
