import type { Database, Db } from "../../../platform/db/index.ts";
import { type FeedEvent, loadFeedEvents } from "../../feed/index.ts";

/** A delivery that was attempted before. */
export type DueDelivery = { attempts: number; tries: number };

type Webhook = { accountId: string; webhookId: string };

/** Returns deliveries whose retry is due, the oldest first, with their events. */
export async function loadDueDeliveries(
  database: Database,
  { accountId, webhookId, limit }: Webhook & { limit: number },
): Promise<{ delivery: DueDelivery; event: FeedEvent }[]> {
  const { rows } = await database.pool.query<DueDelivery & { event_id: string; subject: string }>({
    name: "due-webhook-deliveries",
    text: `SELECT event_id, subject, attempts, tries FROM webhook_deliveries WHERE webhook_id = $1 AND due_at <= now()
      ORDER BY due_at LIMIT $2`,
    values: [webhookId, limit],
  });
  if (rows.length === 0) return [];
  const events = await loadFeedEvents(database, {
    accountId,
    events: rows.map(({ event_id, subject }) => ({ id: event_id, subjectId: subject })),
  });
  const byId = new Map(events.map((event) => [event.id, event]));
  return rows.flatMap(({ event_id, attempts, tries }) => {
    const event = byId.get(event_id);
    return event ? [{ delivery: { attempts, tries }, event }] : [];
  });
}

/** Returns the events after the cursor that were attempted: a process ended before it could move the cursor. */
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

/** Returns the emails whose delivery failed within the last minute and is retried. */
export async function loadFailedEmails({ pool }: Database, webhookId: string): Promise<string[]> {
  const { rows } = await pool.query<{ subject: string }>(
    `SELECT DISTINCT subject FROM webhook_deliveries
     WHERE webhook_id = $1 AND state = 'pending' AND due_at > now() AND updated_at > now() - interval '1 minute'`,
    [webhookId],
  );
  return rows.map(({ subject }) => subject);
}

/** Returns when the next retry is due. */
export async function nextRetryAt(db: Db, webhookId: string): Promise<Date | null> {
  const row = await db
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => fn.min("due_at").as("at"))
    .where("webhook_id", "=", webhookId)
    .where("due_at", "is not", null)
    .executeTakeFirst();
  return row?.at ?? null;
}
