import type { Database } from "../../platform/db/index.ts";
import { firstIdAt, LAST_ID } from "../../platform/ids/index.ts";

/** A queue may hold millions. Counting more would take seconds while a person waits, and changes no decision. */
const MAX_COUNTED = 100_000;

type OpenCounts = {
  /** Recipients of emails that were accepted in one of the periods, and were not released from the inbox. */
  inPeriods: number;
  others: number;
  /** Whether there are more than were counted. */
  isMinimum: boolean;
};

/**
 * Counts recipients of all accounts that will be processed, by the time at which their emails were accepted, which their ids hold. Reads
 * the partial indexes of ready recipients (recipients_ready) and of all others that are due later (recipients_to_promote).
 */
export async function countOpenByPeriod(
  { pool }: Pick<Database, "pool">,
  periods: readonly { from: Date; to: Date | null }[],
): Promise<OpenCounts> {
  const { rows } = await pool.query<{ inPeriods: number; others: number }>(
    `WITH open AS (
       (SELECT email_id FROM recipients WHERE ready LIMIT $3)
       UNION ALL (SELECT email_id FROM recipients WHERE due_at IS NOT NULL AND NOT ready LIMIT $3)
     ), counted AS (
       SELECT EXISTS (SELECT FROM unnest($1::uuid[], $2::uuid[]) AS p (first, last)
         WHERE open.email_id >= p.first AND open.email_id < p.last)
         AND NOT EXISTS (SELECT FROM emails e WHERE e.id = open.email_id AND e.release_relay_id IS NOT NULL) AS within
       FROM open
     )
     SELECT count(*) FILTER (WHERE within)::integer AS "inPeriods", count(*) FILTER (WHERE NOT within)::integer AS others
     FROM counted`,
    [
      periods.map(({ from }) => firstIdAt(from)),
      periods.map(({ to }) => (to === null ? LAST_ID : firstIdAt(to))),
      MAX_COUNTED,
    ],
  );
  const { inPeriods = 0, others = 0 } = rows[0] ?? {};
  return { inPeriods, others, isMinimum: inPeriods + others >= MAX_COUNTED };
}
