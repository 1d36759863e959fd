import type { Database } from "../../../platform/db/index.ts";
import { formatWait } from "../../../platform/text/index.ts";
import { listProcesses } from "../../metrics/index.ts";

export type Backlog = { node: string; seconds: number };

/** Returns the age of the oldest open or click that waits on each machine, as its process last reported it. */
export async function loadBacklogs(database: Database): Promise<Backlog[]> {
  return (await listProcesses(database)).flatMap(({ node, gauges }) => {
    const seconds = gauges.posthouse_tracking_backlog_seconds;
    return seconds === undefined ? [] : [{ node, seconds }];
  });
}

export const NEXT_STEP =
  "Look for tracking.not_recorded and tracking.journal_failed in the logs. If there are none, the database or the machine is busy.";

export function wordsOfBacklog(node: string, seconds: number): string {
  return `Opens and clicks on ${node} have waited for ${formatWait(seconds)} to be stored`;
}
