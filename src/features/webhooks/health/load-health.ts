import { type Database, timeNow } from "../../../platform/db/index.ts";
import { loadNextEventTimes } from "../../feed/index.ts";
import { loadCursors } from "../../followers/index.ts";
import { WEBHOOK_FOLLOWER, type WebhookRow } from "../webhook.ts";
import { p95Of } from "./duration-classes.ts";
import { loadLosses } from "./losses.ts";

/** Counting stops here: counting more rows would slow down the page. */
const MAX_COUNTED = 10_000;
const HOURS = 24;
const HOUR_MS = 3_600_000;

export type WebhookState = "working" | "failing" | "secret_lost" | "disabled";

export type WebhookHealth = {
  state: WebhookState;
  /** The age of the oldest unread event. */
  lag_seconds: number;
  /** Events that retention deleted before the webhook read them. */
  lost: number;
  /** When events were last lost. */
  lost_at: string | null;
  /** Deliveries that wait for a retry, at most MAX_COUNTED. */
  retrying: number;
  /** Deliveries in the log that are not retried any more, at most MAX_COUNTED. */
  failed: number;
  attempts_24h: number;
  /** Null: there were no attempts. */
  success_24h: number | null;
  p95_ms: number | null;
  /** The current hour and the 23 before, oldest first. */
  hours: { at: string; succeeded: number; failed: number }[];
};

type CountRow = { webhook_id: string; hour: Date; has_succeeded: boolean; within_ms: number; count: number };

/** The health of webhooks of one account, by id. Whether a secret is lost is seen where webhooks are presented. */
export async function loadHealth(
  database: Database,
  accountId: string,
  webhooks: readonly WebhookRow[],
): Promise<Map<string, WebhookHealth>> {
  const ids = webhooks.map(({ id }) => id);
  const now = await timeNow(database);
  // The current hour and those before, so that the numbers are the sums of the hours.
  const since = Math.floor(now.getTime() / HOUR_MS - HOURS + 1) * HOUR_MS;
  const [lags, losses, counts, unsuccessful] = await Promise.all([
    loadLags(database, accountId, now),
    loadLosses(database, accountId),
    loadCounts(database, accountId, { ids, since }),
    loadUnsuccessful(database, accountId, ids),
  ]);
  return new Map(
    webhooks.map((webhook) => [
      webhook.id,
      {
        state: stateOf(webhook),
        lag_seconds: lags.get(webhook.id) ?? 0,
        lost: losses.get(webhook.id)?.lost ?? 0,
        lost_at: losses.get(webhook.id)?.lostAt?.toISOString() ?? null,
        retrying: unsuccessful.get(webhook.id)?.retrying ?? 0,
        failed: unsuccessful.get(webhook.id)?.failed ?? 0,
        ...numbersOf(
          counts.filter(({ webhook_id }) => webhook_id === webhook.id),
          since,
        ),
      },
    ]),
  );
}

function stateOf({ disabled_reason, failures }: WebhookRow): WebhookState {
  if (disabled_reason !== null) return "disabled";
  return failures > 0 ? "failing" : "working";
}

async function loadLags(database: Database, accountId: string, now: Date): Promise<Map<string, number>> {
  const cursors = await loadCursors(database.db, { name: WEBHOOK_FOLLOWER, accountId });
  const times = await loadNextEventTimes(database, accountId, [...cursors.values()]);
  const lags = [...cursors].map(([shard, cursor]): [string, number] => {
    const at = times.get(cursor);
    return [shard, at ? Math.max(0, Math.round((now.getTime() - at.getTime()) / 1_000)) : 0];
  });
  return new Map(lags);
}

async function loadCounts(
  { pool }: Database,
  accountId: string,
  { ids, since }: { ids: string[]; since: number },
): Promise<CountRow[]> {
  const { rows } = await pool.query<CountRow>(
    `SELECT webhook_id, date_trunc('hour', period, 'UTC') AS hour, has_succeeded, within_ms, sum(count)::integer AS count
     FROM webhook_attempt_counts WHERE account_id = $1 AND webhook_id = ANY ($2) AND period >= $3
     GROUP BY 1, 2, 3, 4`,
    [accountId, ids, new Date(since)],
  );
  return rows;
}

async function loadUnsuccessful(
  { pool }: Database,
  accountId: string,
  ids: string[],
): Promise<Map<string, { retrying: number; failed: number }>> {
  const { rows } = await pool.query<{ id: string; retrying: number; failed: number }>(
    `SELECT w.id,
       (SELECT count(*) FROM (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.account_id = $1
         AND d.due_at IS NOT NULL LIMIT $3) counted)::integer AS retrying,
       (SELECT count(*) FROM (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.account_id = $1
         AND d.state = 'failed' AND NOT d.is_test LIMIT $3) counted)::integer AS failed
     FROM unnest($2::uuid[]) AS w (id)`,
    [accountId, ids, MAX_COUNTED],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

function numbersOf(rows: CountRow[], since: number) {
  const hours = new Map<number, { at: string; succeeded: number; failed: number }>();
  for (let hour = 0; hour < HOURS; hour += 1) {
    const at = since + hour * HOUR_MS;
    hours.set(at, { at: new Date(at).toISOString(), succeeded: 0, failed: 0 });
  }
  const durations = new Map<number, number>();
  let attempts = 0;
  let succeeded = 0;
  for (const { hour, has_succeeded, within_ms, count } of rows) {
    attempts += count;
    if (has_succeeded) succeeded += count;
    durations.set(within_ms, (durations.get(within_ms) ?? 0) + count);
    const slot = hours.get(hour.getTime());
    if (slot) slot[has_succeeded ? "succeeded" : "failed"] += count;
  }
  return {
    attempts_24h: attempts,
    success_24h: attempts === 0 ? null : succeeded / attempts,
    p95_ms: p95Of(durations),
    hours: [...hours.values()],
  };
}
