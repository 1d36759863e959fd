import { type AppError, defineErrors, errors, type FieldError } from "../../platform/errors/index.ts";

export const emailErrors = defineErrors({
  sender_not_allowed: {
    status: 403,
    meaning: "The account, or this API key, may not send from this domain.",
  },
  email_not_found: { status: 404, meaning: "The account has no email with this id." },
  attachment_not_found: { status: 404, meaning: "The email has no attachment with this index." },
  email_not_cancelable: {
    status: 409,
    meaning: "The email cannot be canceled, because no recipient is waiting.",
  },
  email_not_reschedulable: {
    status: 409,
    meaning: "The email cannot be rescheduled, because it is being sent or was already due.",
  },
  content_removed: {
    status: 409,
    meaning: "The content of the email was removed after the account's retention time.",
  },
  content_unreadable: {
    status: 409,
    meaning:
      "The message was submitted by SMTP, and its MIME structure exceeds the limits for showing it. It is delivered unchanged.",
  },
  idempotency_conflict: {
    status: 409,
    meaning: "The Idempotency-Key was used with another request in the last 24 hours.",
  },
  idempotency_in_progress: {
    status: 409,
    meaning: "A request with this Idempotency-Key is in progress. Retry after the time in `Retry-After`.",
  },
  quota_exceeded: {
    status: 429,
    meaning:
      "The account or the API key has reached its daily limit of recipients. `Retry-After` is the time until the limit resets.",
  },
});

/** `validation_failed`, with the first problem as the message. */
export function validationFailed(problems: FieldError[]): AppError {
  const [first, ...rest] = problems;
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  const summary = first ? `${first.path}: ${first.message}${more}` : "The email could not be read.";
  return errors.validation_failed(summary, { fields: problems });
}
