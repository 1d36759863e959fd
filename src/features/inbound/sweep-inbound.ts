import type { Database } from "../../platform/db/index.ts";
import { deleteRead } from "./queries.ts";
import { deleteOldReports } from "./reports/queries.ts";

const DAY_MS = 86_400_000;
/** Long enough to investigate a problem of ten days ago. */
const KEEP_MESSAGES_DAYS = 14;
/** Unauthenticated senders must not fill the disk. The oldest messages are deleted first. */
const KEEP_MESSAGES_BYTES = 1024 ** 3;
/** A report that arrives again after this time is counted twice. Receivers retry for days, not months. */
const KEEP_REPORTS_DAYS = 90;
/** Allows a comparison with the year before. */
const KEEP_REPORT_SUMS_DAYS = 400;

/** Deletes read messages and reports that are too old, and messages that take too much space. */
export async function sweepInbound({ db }: Database): Promise<void> {
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  await deleteRead(db, { before: ago(KEEP_MESSAGES_DAYS), maxBytes: KEEP_MESSAGES_BYTES });
  await deleteOldReports(db, {
    reportsBefore: ago(KEEP_REPORTS_DAYS),
    daysBefore: ago(KEEP_REPORT_SUMS_DAYS),
  });
}
