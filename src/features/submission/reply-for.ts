import { createReplyFor } from "../../platform/smtp-server/index.ts";

/** The SMTP reply for an error of accepting an email. */
export const replyFor = createReplyFor(
  new Map([
    // RFC 3463 §3.7: content; §3.8: policy.
    ["validation_failed", { code: 550, enhanced: "5.6.0" }],
    ["sender_not_allowed", { code: 553, enhanced: "5.7.1" }],
    // The same key with another message always fails. While the first message is being stored, a retry may succeed.
    ["idempotency_conflict", { code: 554, enhanced: "5.6.0" }],
    ["idempotency_in_progress", { code: 451, enhanced: "4.7.1" }],
    ["quota_exceeded", { code: 451, enhanced: "4.7.1" }],
    ["rate_limited", { code: 451, enhanced: "4.7.1" }],
  ]),
);
