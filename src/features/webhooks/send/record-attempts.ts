import type { Database } from "../../../platform/db/index.ts";
import { movedFollowers } from "../../followers/index.ts";
import { WEBHOOK_FOLLOWER } from "../webhook.ts";
import type { AttemptOutcome } from "./attempt.ts";

/** An attempt with the state of its delivery, and the follower's cursor at that time. */
export type AttemptRecord = {
  webhookId: string;
  accountId: string;
  lease: number;
  cursor: string;
  eventId: string;
  subjectId: string;
  type: string;
  state: "succeeded" | "pending" | "failed";
  /** The number of attempts of this event to this webhook, including this one. */
  attempts: number;
  /** Failed attempts since the first one or the last replay. */
  tries: number;
  retrySeconds: number | null;
  outcome: AttemptOutcome;
};

/**
 * Stores attempts, the states of their deliveries, the health of the webhooks and the cursors of their followers in one commit. Returns
 * for each whether it was stored. It was not if another process works for the webhook by now.
 */
export async function recordAttempts({ pool }: Database, records: AttemptRecord[]): Promise<boolean[]> {
  const latest = new Map<string, AttemptRecord>();
  for (const record of records) {
    const known = latest.get(record.webhookId);
    if (!known || known.cursor < record.cursor) latest.set(record.webhookId, record);
  }
  const moves = [...latest.values()];
  const { rows } = await pool.query<{ shard: string }>({
    name: "record-webhook-attempts",
    text: RECORD_TEXT,
    values: [
      moves.map(({ webhookId }) => webhookId),
      moves.map(({ lease }) => lease),
      moves.map(({ cursor }) => cursor),
      records.map(({ webhookId }) => webhookId),
      records.map(({ accountId }) => accountId),
      records.map(({ eventId }) => eventId),
      records.map(({ subjectId }) => subjectId),
      records.map(({ type }) => type),
      records.map(({ state }) => state),
      records.map(({ attempts }) => attempts),
      records.map(({ tries }) => tries),
      records.map(({ retrySeconds }) => retrySeconds),
      records.map(({ outcome }) => outcome.at),
      records.map(({ outcome }) => outcome.durationMs),
      records.map(({ outcome }) => outcome.status),
      records.map(({ outcome }) => outcome.response),
      records.map(({ outcome }) => outcome.error),
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
  ), attempt AS (
    -- Attempts of webhooks for which this process still works.
    SELECT a.* FROM unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::text[], $10::integer[], $11::smallint[],
      $12::float8[], $13::timestamptz[], $14::integer[], $15::smallint[], $16::text[], $17::text[])
      AS a (webhook_id, account_id, event_id, subject, type, state, attempts, tries, retry_seconds, at, duration_ms, status, response,
        error)
    JOIN moved ON moved.shard = a.webhook_id
  ), stored AS (
    INSERT INTO webhook_deliveries (account_id, webhook_id, event_id, subject, type, state, attempts, tries, due_at)
    SELECT account_id, webhook_id, event_id, subject, type, state, attempts, tries, now() + make_interval(secs => retry_seconds)
    FROM attempt
    ON CONFLICT (account_id, webhook_id, event_id) DO UPDATE SET state = excluded.state, attempts = excluded.attempts, tries = excluded.tries,
      due_at = excluded.due_at, updated_at = now()
  ), logged AS (
    INSERT INTO webhook_attempts (account_id, webhook_id, event_id, attempt, at, duration_ms, status, response, error)
    SELECT account_id, webhook_id, event_id, attempts, at, duration_ms, status, response, error FROM attempt
    ON CONFLICT DO NOTHING
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
