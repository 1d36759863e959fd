import { CompiledQuery } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import { loadWebhookEvents } from "../load-webhook-events.ts";
import type { Ordering } from "../webhook.ts";
import type { WebhookEvent } from "../webhook-event.ts";
import type { HeldSubject } from "./held-subjects.ts";

/** A delivery that was attempted before. `keepsTries`: the webhook is down for other events too, so a failure does not count. */
export type DueDelivery = { attempts: number; tries: number; keepsTries: boolean };

/** A pending delivery that is sent before later ones of its subject, however long ago it failed. */
const IS_NEXT = "(tries = 0 OR due_at <= now())";

/** Whether another pending event has failed since the webhook last worked. Reads pending deliveries only, by an index. */
const OTHERS_FAIL = `EXISTS (SELECT FROM webhook_deliveries o JOIN webhooks w ON w.id = o.webhook_id
    WHERE o.webhook_id = d.webhook_id AND o.due_at IS NOT NULL AND o.event_id <> d.event_id AND o.tries > 0
      AND o.updated_at >= w.failing_since)`;

type Webhook = { accountId: string; webhookId: string };

/**
 * Returns deliveries that are due and wait for no earlier one, the oldest first, with their events. An event whose email was deleted has
 * no data. `isDown`: earlier ones that failed more than a minute ago hold up none, because they may be all that the server refuses.
 */
export async function loadDueDeliveries(
  database: Database,
  {
    accountId,
    webhookId,
    ordering,
    limit,
    isDown,
  }: Webhook & { ordering: Ordering; limit: number; isDown: boolean },
): Promise<{ delivery: DueDelivery; event: WebhookEvent }[]> {
  const { rows } = await database.pool.query<
    DueDelivery & { event_id: string; subject: string; type: string }
  >({
    name: "due-webhook-deliveries",
    text: `SELECT event_id, subject, type, attempts, tries, $4::boolean AND ${OTHERS_FAIL} AS "keepsTries"
      FROM webhook_deliveries d
      WHERE d.webhook_id = $1 AND d.due_at <= now() AND NOT ${waits("$3", "$4::boolean")} ORDER BY d.due_at, d.event_id LIMIT $2`,
    values: [webhookId, limit, ordering, isDown],
  });
  const wanted = rows.map(({ event_id: id, subject, type }) => ({ id, subject, type }));
  const events = await loadWebhookEvents(database, accountId, wanted);
  return rows.map(({ attempts, tries, keepsTries }, at) => ({
    delivery: { attempts, tries, keepsTries },
    event: events[at] as WebhookEvent,
  }));
}

/** Returns the ids of events after the cursor that have a recorded attempt. */
export async function loadKnownEvents(
  { pool }: Database,
  { accountId, webhookId, cursor }: Webhook & { cursor: string },
): Promise<Set<string>> {
  const { rows } = await pool.query<{ event_id: string }>(
    "SELECT event_id FROM webhook_deliveries WHERE account_id = $1 AND webhook_id = $2 AND event_id > $3",
    [accountId, webhookId, cursor],
  );
  return new Set(rows.map(({ event_id }) => event_id));
}

/**
 * Returns the subjects with pending deliveries whose later events wait: with strict order all, otherwise those that failed within the last
 * minute, wait themselves, or are due. After an outage, many are due at once.
 */
export async function loadHeldSubjects(
  { pool }: Database,
  { webhookId, ordering }: { webhookId: string; ordering: Ordering },
): Promise<HeldSubject[]> {
  const { rows } = await pool.query<HeldSubject>(
    `SELECT subject, coalesce(array_agg(event_id::text) FILTER (WHERE ${IS_NEXT}), '{}') AS waiting,
       coalesce(jsonb_object_agg(event_id, extract(epoch FROM now() - updated_at)) FILTER (WHERE NOT ${IS_NEXT}), '{}') AS failing
     FROM webhook_deliveries
     WHERE webhook_id = $1 AND due_at IS NOT NULL AND ($2 = 'strict' OR ${IS_NEXT} OR updated_at > now() - interval '1 minute')
     GROUP BY subject`,
    [webhookId, ordering],
  );
  return rows;
}

/** Returns when the next delivery is due. One that waits for an earlier one does not count. `min` would read all that are pending. */
export async function nextRetryAt(db: Db, webhookId: string, ordering: Ordering): Promise<Date | null> {
  const { rows } = await db.executeQuery<{ at: Date }>(
    CompiledQuery.raw(
      `SELECT d.due_at AS at FROM webhook_deliveries d
       WHERE d.webhook_id = $1 AND d.due_at IS NOT NULL AND NOT ${waits("$2", "true")} ORDER BY d.due_at LIMIT 1`,
      [webhookId, ordering],
    ),
  );
  return rows[0]?.at ?? null;
}

/**
 * Whether a delivery waits for an earlier one of its subject. With strict order, it waits for every pending one; otherwise only for those
 * that were not attempted, or are due while the webhook works. HeldSubjects decides how long it waits for another one that failed.
 */
function waits(ordering: string, isDown: string): string {
  return `EXISTS (SELECT FROM webhook_deliveries e WHERE e.account_id = d.account_id AND e.subject = d.subject
    AND e.webhook_id = d.webhook_id AND e.event_id < d.event_id AND e.due_at IS NOT NULL
    AND (${ordering} = 'strict' OR e.tries = 0 OR (NOT ${isDown} AND e.due_at <= now())))`;
}
