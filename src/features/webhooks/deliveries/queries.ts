import { sql } from "kysely";
import { countRows, type Db } from "../../../platform/db/index.ts";
import type { WebhookFormat } from "../payloads/body-of.ts";

export type DeliveryState = "pending" | "succeeded" | "failed";

export type DeliveryRow = {
  event_id: string;
  subject: string;
  type: string;
  state: DeliveryState;
  attempts: number;
  is_test: boolean;
  due_at: Date | null;
  updated_at: Date;
};

export type AttemptRow = {
  attempt: number;
  at: Date;
  duration_ms: number;
  url: string;
  format: WebhookFormat;
  signature: string;
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
  "is_test",
  "due_at",
  "updated_at",
] as const;

export type DeliveryFilter = {
  accountId: string;
  webhookId: string;
  state: DeliveryState | null;
  type: string | null;
  /** Only these events. Null: any. */
  eventIds: readonly string[] | null;
  /** A range of ids of events, which are also their times. */
  fromId: string;
  beforeId: string;
};

/** Newest event first. */
export async function listDeliveries(db: Db, filter: DeliveryFilter, limit: number): Promise<DeliveryRow[]> {
  const query = matching(db, filter).select(DELIVERY_COLUMNS).orderBy("event_id", "desc").limit(limit);
  return (await query.execute()) as DeliveryRow[];
}

export async function countDeliveries(db: Db, filter: DeliveryFilter) {
  return await countRows(db, matching(db, filter).select("event_id"));
}

function matching(db: Db, { accountId, webhookId, state, type, eventIds, fromId, beforeId }: DeliveryFilter) {
  return db
    .selectFrom("webhook_deliveries")
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where("event_id", ">=", fromId)
    .where("event_id", "<", beforeId)
    .$if(state !== null, (filtered) => filtered.where("state", "=", state as DeliveryState))
    .$if(type !== null, (filtered) => filtered.where("type", "=", type as string))
    .$if(eventIds !== null, (filtered) => filtered.where(sql<boolean>`event_id = ANY (${eventIds}::uuid[])`));
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

/** An event that tests a webhook during an outage may be attempted every five minutes for five days, and each attempt has a body. */
const MAX_ATTEMPTS = 100;

/** The latest attempts, oldest first. */
export async function listAttempts(
  db: Db,
  { accountId, webhookId, eventId }: DeliveryKey,
): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    SELECT * FROM (
      SELECT attempt, at, duration_ms, url, format, signature, status, response, error
      FROM (${attemptsOf({ accountId, webhookId, eventIds: [eventId] })}) a ORDER BY attempt DESC LIMIT ${MAX_ATTEMPTS}
    ) latest ORDER BY attempt`.execute(db);
  return rows;
}

export type LastAttempt = Pick<AttemptRow, "at" | "duration_ms" | "status" | "response" | "error"> & {
  event_id: string;
};

/** The last attempt of each of these deliveries, as far as there is one. */
export async function listLastAttempts(db: Db, attempts: AttemptsOf): Promise<LastAttempt[]> {
  const { rows } = await sql<LastAttempt>`
    SELECT DISTINCT ON (event_id) event_id, at, duration_ms, status, response, error
    FROM (${attemptsOf(attempts)}) a ORDER BY event_id, attempt DESC`.execute(db);
  return rows;
}

type AttemptsOf = Omit<DeliveryKey, "eventId"> & { eventIds: readonly string[] };

/** A first attempt that was successful is in its delivery, the others are rows of their own. */
function attemptsOf({ accountId, webhookId, eventIds }: AttemptsOf) {
  return sql`
    SELECT event_id, 1 AS attempt, at, duration_ms, url, format, signature, status, response, NULL AS error
    FROM webhook_deliveries
    WHERE account_id = ${accountId} AND webhook_id = ${webhookId} AND event_id = ANY (${eventIds}::uuid[]) AND at IS NOT NULL
    UNION ALL
    SELECT event_id, attempt, at, duration_ms, url, format, signature, status, response, error
    FROM webhook_attempts
    WHERE account_id = ${accountId} AND webhook_id = ${webhookId} AND event_id = ANY (${eventIds}::uuid[])`;
}

/** Deliveries of a webhook that have not succeeded, except samples, of events in a range of ids. Oldest first. */
export async function listUnsuccessful(
  db: Db,
  { accountId, webhookId, afterId, beforeId, limit }: Unsuccessful,
): Promise<{ id: string; subject: string; type: string }[]> {
  return await db
    .selectFrom("webhook_deliveries")
    .select(["event_id as id", "subject", "type"])
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where("state", "<>", "succeeded")
    .where("is_test", "=", false)
    .where("event_id", ">", afterId)
    .where("event_id", "<", beforeId)
    .orderBy("event_id")
    .limit(limit)
    .execute();
}

type Unsuccessful = {
  accountId: string;
  webhookId: string;
  afterId: string;
  beforeId: string;
  limit: number;
};

/** Makes events due for a webhook, including events that were never sent to it. */
export async function makeDue(
  db: Db,
  { accountId, webhookId }: Omit<DeliveryKey, "eventId">,
  events: readonly { id: string; subject: string; type: string }[],
): Promise<void> {
  await sql`
    INSERT INTO webhook_deliveries (account_id, webhook_id, event_id, subject, type, state, attempts, tries, due_at)
    SELECT ${accountId}::uuid, ${webhookId}::uuid, id, subject, type, 'pending', 0, 0, now()
    FROM unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ subject }) => subject)}::uuid[],
      ${events.map(({ type }) => type)}::text[]) AS e (id, subject, type)
    ON CONFLICT (account_id, webhook_id, event_id) DO UPDATE SET state = 'pending', tries = 0, due_at = now()`.execute(
    db,
  );
}

/** Marks the pending deliveries of a webhook as failed, so that they are not retried. */
export async function dropPending(
  db: Db,
  { accountId, webhookId }: Omit<DeliveryKey, "eventId">,
): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ state: "failed", due_at: null, updated_at: new Date() })
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "pending")
    .execute();
}

/** Makes the pending deliveries of a webhook due, as if they had not been attempted. */
export async function restartPending(
  db: Db,
  { accountId, webhookId }: Omit<DeliveryKey, "eventId">,
): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ tries: 0, due_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "pending")
    .execute();
}
