import { type Database, timeNow } from "../../../platform/db/index.ts";
import { emailErrors, validationFailed } from "../errors.ts";
import { findEmail } from "../read/load-detail.ts";
import { readSchedule } from "../send/read-schedule.ts";
import { moveSchedule } from "./queries.ts";
import { type Changer, refuseOtherSenders } from "./refuse-other-senders.ts";

/**
 * Changes the time of a scheduled email. Null means now. Errors: `validation_failed`, `email_not_found`,
 * `email_not_reschedulable`, `sender_not_allowed`.
 */
export async function rescheduleEmail(
  database: Database,
  { accountId, limits }: Changer,
  { id, scheduledAt }: { id: string; scheduledAt: string | null },
): Promise<{ id: string; scheduledAt: Date }> {
  const email = await findEmail(database, accountId, id);
  refuseOtherSenders(email, limits);
  const now = await timeNow(database);
  const at = scheduledAt === null ? now : await readTime(scheduledAt, now);
  if (!(await moveSchedule(database, { accountId, emailId: email.id, at })))
    throw emailErrors.email_not_reschedulable(
      "This email was already sent, is being sent, or was canceled. Send a new one instead: POST /api/v1/emails/{id}/resend.",
    );
  return { id: email.id, scheduledAt: at };
}

async function readTime(text: string, now: Date): Promise<Date> {
  const read = await readSchedule(text, now);
  if (read.ok) return read.at;
  throw validationFailed([{ path: "scheduled_at", message: read.reason }]);
}
