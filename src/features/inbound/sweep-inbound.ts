import type { Database } from "../../platform/db/index.ts";
import { deleteRead } from "./queries.ts";
import { deleteOldReports } from "./reports/queries.ts";

const dayMs = 86_400_000;
/** Long enough to see on Monday week what went wrong on Friday. */
const keepMessagesDays = 14;
/** What anybody may send must not fill the disk: the oldest goes first. */
const keepMessagesBytes = 1024 ** 3;
/** A report that comes again this late is counted again. Receivers try for days. */
const keepReportsDays = 90;
/** This year beside the last. */
const keepReportSumsDays = 400;

/** Removes what has been read and is old, or too much. */
export async function sweepInbound({ db }: Database): Promise<void> {
  const ago = (days: number) => new Date(Date.now() - days * dayMs);
  await deleteRead(db, { before: ago(keepMessagesDays), maxBytes: keepMessagesBytes });
  await deleteOldReports(db, { reportsBefore: ago(keepReportsDays), daysBefore: ago(keepReportSumsDays) });
}
