import type { AppError } from "../../../platform/errors/index.ts";
import { validationFailed } from "../errors.ts";
import { type NewEmail, rowBytesOf } from "../new-email.ts";
import { type BatchItem, MAX_BATCH_RECIPIENTS } from "../schema/batch-schema.ts";
import { MAX_SEND_BYTES, type SendRequest } from "../schema/send-schema.ts";

/** A batch is one statement with one row per recipient. Checked before the emails are read, because reading alone would take seconds. */
export function recipientsError(items: BatchItem[]): AppError | null {
  const named = items.reduce((sum, item) => sum + ("unreadable" in item ? 0 : countNamed(item)), 0);
  if (named <= MAX_BATCH_RECIPIENTS) return null;
  return validationFailed([
    { path: "emails", message: `have more than ${MAX_BATCH_RECIPIENTS} recipients in total` },
  ]);
}

function countNamed({ to, cc, bcc }: SendRequest): number {
  return [to, cc, bcc].reduce((sum: number, mailboxes) => {
    if (mailboxes === undefined) return sum;
    return sum + (Array.isArray(mailboxes) ? mailboxes.length : 1);
  }, 0);
}

/** Headers that all emails share are stored in each row, so the limit of the request body is not enough. */
export function sizeError(emails: NewEmail[]): AppError | null {
  const bytes = emails.reduce((sum, email) => sum + rowBytesOf(email), 0);
  if (bytes <= MAX_SEND_BYTES) return null;
  return validationFailed([
    { path: "emails", message: "exceed 40 MB in total, not counting bodies and attachments" },
  ]);
}
