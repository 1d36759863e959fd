import { defineErrors } from "../../platform/errors/index.ts";

export const emailErrors = defineErrors({
  sender_not_allowed: {
    status: 403,
    meaning: "The account, or this API key, may not send from this domain.",
  },
  email_not_found: { status: 404, meaning: "There is no such email in this account." },
  attachment_not_found: { status: 404, meaning: "The email has no such attachment." },
  email_not_cancelable: { status: 409, meaning: "Nothing of the email is waiting any more." },
  email_not_reschedulable: { status: 409, meaning: "The email has begun to go out, or its wait is over." },
  content_removed: {
    status: 409,
    meaning: "The content of the email was removed after the account's retention time.",
  },
  content_unreadable: {
    status: 409,
    meaning:
      "The message came by SMTP, and its MIME structure cannot be read within our limits. It is delivered as it came.",
  },
  idempotency_conflict: {
    status: 409,
    meaning: "The Idempotency-Key was used with another request in the last 24 hours.",
  },
  idempotency_in_progress: {
    status: 409,
    meaning:
      "A request with this Idempotency-Key is being carried out; `Retry-After` tells when to ask again.",
  },
  quota_exceeded: {
    status: 429,
    meaning:
      "The account or the API key has sent as much today as it may; `Retry-After` tells when the day ends.",
  },
});
