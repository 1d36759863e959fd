import type { BatchItem } from "./batch-item.ts";
import { maxBatchRecipients } from "./batch-schema.ts";
import { type NewEmail, rowBytesOf } from "./new-email.ts";
import { refusal } from "./prepare-email.ts";
import { maxSendBytes, type SendRequest } from "./send-schema.ts";

/** A batch is one statement, and each recipient a row of it. Told before anything is read: that alone would take seconds. */
export function refuseTooManyRecipients(items: BatchItem[]): void {
  const named = items.reduce((sum, item) => sum + ("unreadable" in item ? 0 : countNamed(item)), 0);
  if (named > maxBatchRecipients)
    throw refusal([{ path: "emails", message: `name more than ${maxBatchRecipients} recipients together` }]);
}

function countNamed({ to, cc, bcc }: SendRequest): number {
  return [to, cc, bcc].reduce((sum: number, given) => {
    if (given === undefined) return sum;
    return sum + (Array.isArray(given) ? given.length : 1);
  }, 0);
}

/** Headers that were said once for all emails are in the row of each: the body's own limit is not enough. */
export function refuseTooLargeRows(emails: NewEmail[]): void {
  const bytes = emails.reduce((sum, email) => sum + rowBytesOf(email), 0);
  if (bytes > maxSendBytes)
    throw refusal([{ path: "emails", message: "are together over 40 MB without their contents" }]);
}
