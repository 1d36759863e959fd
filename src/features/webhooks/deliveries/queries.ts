import type { Database, Db } from "../../../platform/db/index.ts";

export type DeliveryState = "pending" | "succeeded" | "failed";

export type DeliveryRow = {
  event_id: string;
  subject: string;
  type: string;
  state: DeliveryState;
  attempts: number;
  due_at: Date | null;
  updated_at: Date;
};

export type AttemptRow = {
  attempt: number;
  at: Date;
  duration_ms: number;
  status: number | null;
  response: string | null;
  error: string | null;
};

const DELIVERY_COLUMNS = [
  "event_id",
  "subject",
  "type",
  "state",
  "attempts",
  "due_at",
  "updated_at",
] as const;

type Page = {
  accountId: string;
  webhookId: string;
  state: DeliveryState | null;
  beforeId: string;
  limit: number;
};

/** Newest event first. */
export async function listDeliveries(
  db: Db,
  { accountId, webhookId, state, beforeId, limit }: Page,
): Promise<DeliveryRow[]> {
  const query = db
    .selectFrom("webhook_deliveries")
    .select(DELIVERY_COLUMNS)
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where("event_id", "<", beforeId)
    .$if(state !== null, (filtered) => filtered.where("state", "=", state as DeliveryState))
    .orderBy("event_id", "desc")
    .limit(limit);
  return (await query.execute()) as DeliveryRow[];
}

type DeliveryKey = { accountId: string; webhookId: string; eventId: string };

export async function findDelivery(
  db: Db,
  { accountId, webhookId, eventId }: DeliveryKey,
): Promise<DeliveryRow | null> {
  const query = db
    .selectFrom("webhook_deliveries")
    .select(DELIVERY_COLUMNS)
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where("event_id", "=", eventId);
  return ((await query.executeTakeFirst()) as DeliveryRow | undefined) ?? null;
}

/** Oldest first. */
export async function listAttempts(
  db: Db,
  { accountId, webhookId, eventId }: DeliveryKey,
): Promise<AttemptRow[]> {
  return await db
    .selectFrom("webhook_attempts")
    .select(["attempt", "at", "duration_ms", "status", "response", "error"])
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where("event_id", "=", eventId)
    .orderBy("attempt")
    .execute();
}

/** Makes a delivery due. False: there is none. */
export async function replayDelivery(
  db: Db,
  { accountId, webhookId, eventId }: DeliveryKey,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set({ state: "pending", tries: 0, due_at: new Date() })
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where("event_id", "=", eventId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes all failed deliveries due, and returns their number. */
export async function replayFailed(
  db: Db,
  { accountId, webhookId }: Omit<DeliveryKey, "eventId">,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set({ state: "pending", tries: 0, due_at: new Date() })
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where("state", "<>", "succeeded")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deliveries and attempts are kept for this time. */
const KEPT_DAYS = 30;
/** Rows per statement. */
const MAX_DELETED = 5_000;

/** Deletes old deliveries and attempts, and those of deleted webhooks. Pending deliveries of a webhook stay. */
export async function sweepDeliveries({ pool }: Database): Promise<void> {
  const statements = [
    `DELETE FROM webhook_deliveries WHERE (account_id, webhook_id, event_id) IN (
       SELECT account_id, webhook_id, event_id FROM webhook_deliveries d WHERE updated_at < now() - make_interval(days => $1)
         AND (state <> 'pending' OR NOT EXISTS (SELECT FROM webhooks w WHERE w.id = d.webhook_id)) LIMIT $2)`,
    `DELETE FROM webhook_attempts WHERE (account_id, webhook_id, event_id, attempt) IN (
       SELECT account_id, webhook_id, event_id, attempt FROM webhook_attempts WHERE at < now() - make_interval(days => $1) LIMIT $2)`,
  ];
  for (const statement of statements)
    for (;;) {
      const { rowCount } = await pool.query(statement, [KEPT_DAYS, MAX_DELETED]);
      if ((rowCount ?? 0) < MAX_DELETED) break;
    }
}
