import { type AppError, defineErrors, errors, type FieldError } from "../../platform/errors/index.ts";

export const emailErrors = defineErrors({
  sender_not_allowed: {
    status: 403,
    meaning: "The account, or this API key, may not send from this domain.",
    causes: [
      "The domain of `from` is not verified, and this instance requires that.",
      "Another account has verified the domain.",
      "The API key is limited to other domains.",
    ],
    fix: "Verify the domain on the Domains page, use a verified domain in `from`, or use a key without this limit.",
  },
  email_not_found: {
    status: 404,
    meaning: "The account has no email with this id.",
    causes: ["The id is wrong, or the email belongs to another account."],
    fix: "Use the `id` that the send request returned, with a key of the same account.",
  },
  attachment_not_found: {
    status: 404,
    meaning: "The email has no attachment with this index.",
    causes: ["The index is too large. The first attachment has the index 0."],
    fix: "Get the email: `attachments` lists what it has.",
  },
  email_not_cancelable: {
    status: 409,
    meaning: "The email cannot be canceled, because no recipient is waiting.",
    causes: [
      "Every recipient has a final outcome, or is being sent to at this moment.",
      "The email was canceled before.",
    ],
    fix: "Get the email to see the state of each recipient. Cancel scheduled mail before its time.",
  },
  email_not_reschedulable: {
    status: 409,
    meaning: "The email cannot be rescheduled, because it is being sent or was already due.",
    causes: ["The email was already due, so a worker may be sending it."],
    fix: "Send a new email with the new time, if the old one was not delivered.",
  },
  content_removed: {
    status: 409,
    meaning: "The content of the email was removed after the account's retention time.",
    causes: ["The account's retention time for bodies and attachments has passed."],
    fix: "Send a new email with the content. An account's owner can set a longer retention time in the settings.",
  },
  content_unreadable: {
    status: 409,
    meaning:
      "The message exceeds the limits for showing or checking it, for example because of its MIME structure. It is delivered unchanged.",
    causes: [
      "A program submitted a message by SMTP with thousands of parts or very deep nesting.",
      "Checking the HTML took longer than the limit.",
    ],
    fix: "Nothing needs to be done for delivery. Change the program if you want to see its messages in the dashboard.",
  },
  idempotency_conflict: {
    status: 409,
    meaning: "The Idempotency-Key was used with another request in the last 24 hours.",
    causes: [
      "The same key was used for different emails, for example because it is a constant or contains only the user's id.",
      "A field that changes with each attempt, such as a time, is part of the body.",
    ],
    fix: "Derive the key from the event that causes the email, such as `invoice-17`, and repeat exactly the same body.",
  },
  idempotency_in_progress: {
    status: 409,
    meaning: "A request with this Idempotency-Key is in progress. Retry after the time in `Retry-After`.",
    causes: [
      "The first request with this key has not finished yet. This happens when a client gives up too early and tries again.",
    ],
    fix: "Wait for the seconds in `Retry-After`, then send the same request again: it returns the first response.",
  },
  quota_exceeded: {
    status: 429,
    meaning:
      "The account or the API key has reached its daily limit of recipients. `Retry-After` is the time until the limit resets.",
    causes: [
      "The account has sent to as many recipients today as `DAILY_QUOTA` allows, or the key has reached its own daily limit.",
    ],
    fix: "Wait until the limit resets at midnight UTC (`Retry-After`), or raise the limit.",
  },
});

/** `validation_failed`, with the first problem as the message. */
export function validationFailed(problems: FieldError[]): AppError {
  const [first, ...rest] = problems;
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  const summary = first ? `${first.path}: ${first.message}${more}` : "The email could not be read.";
  return errors.validation_failed(summary, { fields: problems });
}
