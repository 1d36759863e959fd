import { sql } from "kysely";
import type { Database } from "../../../platform/db/index.ts";
import { firstIdAt } from "../../../platform/ids/index.ts";
import { loadRange } from "./load-range.ts";
import type { Question } from "./question.ts";

type Asked = Pick<Question, "accountId" | "timeZone"> & {
  kind: "open" | "click";
  filters: Pick<Question["filters"], "stream" | "tag">;
};

/** `agent`: as the account stores it, which may be a whole user agent or only a name. Null: it is not stored. */
export type AgentCount = { day: string; agent: string | null; count: number };

/** The most engagements that one question reads, including those of programs. Reading them takes half a second. */
const MAX_READ = 500_000;
/** Opens and clicks wait in a journal while a node cannot store them. Those that are stored later than this are not found. */
export const LATE_MS = 7 * 86_400_000;

/**
 * Counts opens or clicks of people by day and user agent. They are counted from their rows, because the roll-ups have no user agents. Null:
 * the range has too many. Error: `validation_failed`.
 */
export async function countAgents(
  { db }: Database,
  { accountId, timeZone, kind, filters: { stream, tag } }: Asked,
  ends: { from: string; to?: string },
  maxRead = MAX_READ,
): Promise<AgentCount[] | null> {
  const { from, to } = await loadRange(db, { from: ends.from, to: ends.to, timeZone, granularity: "day" });
  const isAll = stream === undefined && tag === undefined;
  const ofEmail = sql`EXISTS (
    SELECT FROM emails e WHERE e.account_id = ${accountId} AND e.id = s.email_id
      AND (${stream ?? null}::text IS NULL OR coalesce(e.stream, 'transactional') = ${stream ?? null})
      AND (${tag ? JSON.stringify([tag]) : null}::jsonb IS NULL OR e.tags @> ${tag ? JSON.stringify([tag]) : null}::jsonb))`;
  // The id has the time at which the engagement was stored, created_at that at which it happened. to_char for each row would take longer
  // than the rest of the query.
  const { rows } = await sql<AgentCount & { read: number }>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, agent, count, read FROM (
      SELECT (created_at AT TIME ZONE ${timeZone})::date AS day, agent, sum(count(*)) OVER ()::float8 AS read,
        count(*) FILTER (WHERE kind = ${kind} AND actor IN ('human', 'proxy') AND created_at >= ${from} AND created_at < ${to}
          AND ${isAll ? sql`true` : ofEmail})::integer AS count
      FROM (
        SELECT kind, actor, agent, email_id, created_at FROM engagements
        WHERE account_id = ${accountId} AND id >= ${firstIdAt(from)} AND id < ${firstIdAt(new Date(to.getTime() + LATE_MS))}
        LIMIT ${maxRead + 1}
      ) s
      GROUP BY 1, 2
    ) counted ORDER BY counted.day, agent`.execute(db);
  if ((rows[0]?.read ?? 0) > maxRead) return null;
  return rows.flatMap(({ day, agent, count }) => (count === 0 ? [] : [{ day, agent, count }]));
}
