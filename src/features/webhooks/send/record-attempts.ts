import { type Database, plainArray } from "../../../platform/db/index.ts";
import { movedFollowers } from "../../followers/index.ts";
import { classOf } from "../health/duration-classes.ts";
import { WEBHOOK_FOLLOWER } from "../webhook.ts";
import type { Attempted } from "./attempted.ts";

/** An attempt with the state of its delivery, and the follower's cursor at that time. */
export type AttemptRecord = Omit<Attempted, "event"> & {
  webhookId: string;
  accountId: string;
  lease: number;
  cursor: string;
  event: { id: string; subject: string; type: string };
};

/**
 * Stores attempts, the states of their deliveries, the health of the webhooks and the cursors of their followers in one commit. Returns
 * for each whether it was stored. It was not if another process has taken the webhook.
 */
export async function recordAttempts({ pool }: Database, records: AttemptRecord[]): Promise<boolean[]> {
  const latest = new Map<string, AttemptRecord>();
  for (const record of records) {
    const known = latest.get(record.webhookId);
    if (!known || known.cursor < record.cursor) latest.set(record.webhookId, record);
  }
  // In one order, so that two batches do not wait for each other.
  const moves = [...latest.values()].sort((a, b) => (a.webhookId < b.webhookId ? -1 : 1));
  const { rows } = await pool.query<{ shard: string }>({
    name: "record-webhook-attempts",
    text: RECORD_TEXT,
    values: [
      plainArray(moves, ({ webhookId }) => webhookId),
      plainArray(moves, ({ lease }) => lease),
      plainArray(moves, ({ cursor }) => cursor),
      plainArray(records, ({ webhookId }) => webhookId),
      plainArray(records, ({ accountId }) => accountId),
      plainArray(records, ({ event }) => event.id),
      records.map(({ event }) => event.subject),
      plainArray(records, ({ event }) => event.type),
      plainArray(records, ({ state }) => state),
      plainArray(records, ({ attempts }) => attempts),
      plainArray(records, ({ tries }) => tries),
      plainArray(records, ({ retrySeconds }) => retrySeconds),
      records.map(({ outcome }) => outcome?.at ?? null),
      plainArray(records, ({ outcome }) => outcome?.durationMs ?? null),
      records.map(({ outcome }) => outcome?.url ?? null),
      plainArray(records, ({ outcome }) => outcome?.format ?? null),
      records.map(({ outcome }) => outcome?.signature ?? null),
      plainArray(records, ({ outcome }) => outcome?.status ?? null),
      records.map(({ outcome }) => outcome?.response ?? null),
      records.map(({ outcome }) => outcome?.error ?? null),
      plainArray(records, ({ outcome }) => (outcome ? classOf(outcome.durationMs) : null)),
      plainArray(records, ({ wasPending }) => wasPending),
    ],
  });
  const stored = new Set(rows.map(({ shard }) => shard));
  return records.map(({ webhookId }) => stored.has(webhookId));
}

const RECORD_TEXT = `
  WITH move AS (
    SELECT * FROM unnest($1::uuid[], $2::integer[], $3::uuid[]) AS m (shard, lease, cursor)
  ), moved AS (
    ${movedFollowers({ name: WEBHOOK_FOLLOWER, of: "move" })}
  ), entry AS (
    -- Only records of webhooks whose lease this process still holds. is_whole: a success at the first attempt, which is in its delivery.
    SELECT a.*, attempts = 1 AND state = 'succeeded' AS is_whole
    FROM unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::text[], $10::integer[], $11::smallint[], $12::float8[],
      $13::timestamptz[], $14::integer[], $15::text[], $16::text[], $17::text[], $18::smallint[], $19::text[], $20::text[], $21::integer[],
      $22::boolean[])
      AS a (webhook_id, account_id, event_id, subject, type, state, attempts, tries, retry_seconds, at, duration_ms, url, format, signature,
        status, response, error, within_ms, was_pending)
    JOIN moved ON moved.shard = a.webhook_id
  ), stored AS (
    INSERT INTO webhook_deliveries AS d (account_id, webhook_id, event_id, subject, due_at, at, duration_ms, attempts, tries, status, type, state,
      url, format, signature, response)
    SELECT account_id, webhook_id, event_id, subject, now() + make_interval(secs => retry_seconds), CASE WHEN is_whole THEN at END,
      CASE WHEN is_whole THEN duration_ms END, attempts, tries, CASE WHEN is_whole THEN status END, type, state,
      CASE WHEN is_whole THEN url END, CASE WHEN is_whole THEN format END, CASE WHEN is_whole THEN signature END,
      CASE WHEN is_whole THEN response END
    FROM entry
    -- updated_at: the time of the last attempt. Later events wait for a minute after it, also if the failed event waits itself meanwhile.
    ON CONFLICT (account_id, webhook_id, event_id) DO UPDATE SET state = excluded.state, attempts = excluded.attempts, tries = excluded.tries,
      due_at = excluded.due_at, updated_at = CASE WHEN excluded.attempts > d.attempts THEN now() ELSE d.updated_at END,
      at = coalesce(excluded.at, d.at), duration_ms = coalesce(excluded.duration_ms, d.duration_ms),
      status = coalesce(excluded.status, d.status), url = coalesce(excluded.url, d.url), format = coalesce(excluded.format, d.format),
      signature = coalesce(excluded.signature, d.signature), response = coalesce(excluded.response, d.response)
  ), freed AS (
    -- Events that waited for a delivery that has finished become due: it was retried, or waited itself.
    UPDATE webhook_deliveries d SET due_at = now() FROM entry e
    WHERE e.was_pending AND e.state <> 'pending' AND d.account_id = e.account_id AND d.subject = e.subject AND d.webhook_id = e.webhook_id
      AND d.event_id > e.event_id AND d.tries = 0 AND d.due_at > now()
  ), attempt AS (
    SELECT * FROM entry WHERE at IS NOT NULL
  ), logged AS (
    INSERT INTO webhook_attempts (account_id, webhook_id, event_id, attempt, at, duration_ms, url, format, signature, status, response, error)
    SELECT account_id, webhook_id, event_id, attempts, at, duration_ms, url, format, signature, status, response, error
    FROM attempt WHERE NOT is_whole
    ON CONFLICT DO NOTHING
  ), counted AS (
    INSERT INTO webhook_attempt_counts AS c (account_id, webhook_id, period, has_succeeded, within_ms, count)
    SELECT account_id, webhook_id, date_bin('15 minutes', now(), 'epoch'), state = 'succeeded', within_ms, count(*)
    FROM attempt GROUP BY 1, 2, 4, 5 ORDER BY 1, 2, 4, 5
    ON CONFLICT (account_id, webhook_id, period, has_succeeded, within_ms) DO UPDATE SET count = c.count + excluded.count
  ), health AS (
    SELECT webhook_id, count(*) FILTER (WHERE state <> 'succeeded') AS failed, bool_or(state = 'succeeded') AS has_succeeded
    FROM attempt GROUP BY webhook_id
  ), changed AS (
    -- A webhook that works is written every 10 s, not for each event.
    UPDATE webhooks w SET failures = CASE WHEN has_succeeded THEN 0 ELSE w.failures + failed END,
      failing_since = CASE WHEN has_succeeded THEN NULL ELSE coalesce(w.failing_since, now()) END,
      last_success_at = CASE WHEN has_succeeded THEN now() ELSE w.last_success_at END
    FROM health h WHERE w.id = h.webhook_id
      AND (NOT has_succeeded OR w.failures > 0 OR w.last_success_at IS NULL OR w.last_success_at < now() - interval '10 s')
  )
  SELECT shard FROM moved`;
