import type { Database } from "../../../platform/db/index.ts";
import { formatWait } from "../../../platform/text/index.ts";

type Backlog = { node: string; seconds: number };

/** Returns the age of the oldest open or click that waits on each machine, as its process reported it in the last 30 seconds. */
export async function loadBacklogs({ pool }: Pick<Database, "pool">): Promise<Backlog[]> {
  const { rows } = await pool.query<Backlog>(
    `SELECT node, (gauges->>'posthouse_tracking_backlog_seconds')::float8 AS seconds FROM processes
     WHERE seen_at > now() - interval '30 seconds' AND gauges ? 'posthouse_tracking_backlog_seconds' ORDER BY node LIMIT 1000`,
  );
  return rows;
}

export const NEXT_STEP =
  "Look for tracking.not_recorded and tracking.journal_failed in the logs. If there are none, the database or the machine is busy.";

export function wordsOfBacklog(node: string, seconds: number): string {
  return `Opens and clicks on ${node} have waited for ${formatWait(seconds)} to be stored`;
}
