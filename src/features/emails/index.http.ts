/** The part of emails for the routes of other features. It leads to the web server, and index.ts must not. */
export { sendAttachment } from "./http/attachment-route.ts";
export { loadOptions } from "./http/load-options.ts";
export { senderOf } from "./http/sender-of.ts";
export { eventDetail } from "./read/event-detail-schema.ts";
export { emailMetadata, emailParams, emailSummary, emailTag } from "./read/schema.ts";
export { idempotencyHeaders, sendResponse } from "./schema/send-schema.ts";
