import type { Database } from "../../../platform/db/index.ts";
import { COUNTED_UP_TO, type MailState, type StatsScope, statsSql } from "./stats-sql.ts";

export type GroupRow = {
  /** The number of groups on all pages. */
  total: number;
  /** The mailbox provider or domain, or the account's id. */
  key: string;
  name: string | null;
  domains: number;
  accounts: number;
  /** One of the group's domains. */
  domain: string;
  waiting: number;
  in_flight: number;
  delayed: number;
  oldest_at: Date | null;
  next_at: Date | null;
  class: number;
  since: string;
  /** Settled recipients by age in minutes. Null: none. */
  settled: Record<string, number> | null;
  last_type: string | null;
  last_detail: { line?: string; reason?: string } | null;
  is_partial: boolean;
};

export type Behind = { class: number; since: string; key: string };

export async function listGroups(
  { pool }: Database,
  scope: StatsScope,
  { limit, behind, search, states }: { limit: number; behind: Behind; search: string; states: MailState[] },
): Promise<GroupRow[]> {
  const { rows } = await pool.query<GroupRow>({
    text: statsSql(scope),
    values: [
      limit,
      behind.class,
      behind.since,
      behind.key,
      search,
      states,
      ...(scope.accountId === null ? [] : [scope.accountId]),
    ],
  });
  return rows;
}

/** Each count stops at `COUNTED_UP_TO`. */
export async function countQueue({ pool }: Database, accountId: string | null) {
  const ofAccount = accountId === null ? "" : "AND account_id = $1";
  const count = (where: string) =>
    `(SELECT count(*)::integer FROM (SELECT FROM recipients WHERE ${where} ${ofAccount} LIMIT ${COUNTED_UP_TO}) c)`;
  const { rows } = await pool.query<{
    waiting: number;
    in_flight: number;
    delayed: number;
    uncertain: number;
  }>(
    `SELECT ${count("ready")} AS waiting, ${count("state = 'sending' AND due_at IS NOT NULL AND NOT ready")} AS in_flight,
      ${count("due_at IS NOT NULL AND NOT ready AND state IN ('queued', 'deferred', 'uncertain')")} AS delayed,
      ${count("state = 'uncertain' AND due_at IS NULL")} AS uncertain`,
    accountId === null ? [] : [accountId],
  );
  return rows[0] as (typeof rows)[number];
}

/** `destination` is a provider, or `@` and a recipient domain. */
export type ClosedThrottle = {
  name: string;
  destination: string;
  closed_until: Date;
  reason: string | null;
};

/**
 * Throttles that are closed now, the longest first. An account gets only those of its own destinations, without the replies to other
 * accounts' mail, and without the names of the operator's pools.
 */
export async function listClosedThrottles(
  { pool }: Database,
  destinations: ReadonlySet<string> | null,
): Promise<ClosedThrottle[]> {
  const own = destinations && [...destinations].flatMap((name) => [name, `@${name}`]);
  const { rows } = await pool.query<ClosedThrottle>(
    `SELECT name, destination, closed_until, reason
     FROM (SELECT *, split_part(name, ' ', 1) AS destination FROM throttles WHERE closed_until > now()) l
     WHERE $1::text[] IS NULL OR destination = ANY ($1) ORDER BY closed_until DESC, name LIMIT 100`,
    [own],
  );
  if (own === null) return rows;
  return rows.map((throttle) => ({ ...throttle, name: throttle.destination, reason: null }));
}

/** Counts workers that reported in the last 30 seconds. */
export async function countWorkers({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    "SELECT count(*)::integer AS n FROM processes WHERE role = 'worker' AND seen_at > now() - interval '30 seconds'",
  );
  return rows[0]?.n ?? 0;
}
