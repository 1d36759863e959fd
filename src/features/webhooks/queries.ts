import { sql } from "kysely";
import type { Database, Db } from "../../platform/db/index.ts";
import type { SealedValues } from "./signatures/secrets.ts";
import type { DisabledReason, WebhookRow } from "./webhook.ts";

type WebhookKey = { accountId: string; id: string };

/** The columns that a user sets. */
export type WebhookColumns = Pick<
  WebhookRow,
  | "url"
  | "description"
  | "types"
  | "domains"
  | "tags"
  | "streams"
  | "keys"
  | "actors"
  | "format"
  | "version"
  | "ordering"
  | "concurrency"
  | "asymmetric"
  | "headers_sealed"
>;

export async function listWebhooks(db: Db, accountId: string): Promise<WebhookRow[]> {
  const query = db.selectFrom("webhooks").selectAll().where("account_id", "=", accountId).orderBy("id");
  return rowsOf(await query.execute());
}

export async function findWebhook(db: Db, { accountId, id }: WebhookKey): Promise<WebhookRow | null> {
  const query = db
    .selectFrom("webhooks")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("id", "=", id);
  return rowsOf(await query.execute())[0] ?? null;
}

/** Locks the webhook until the transaction ends, so that concurrent changes wait for each other. */
export async function lockWebhook(db: Db, { accountId, id }: WebhookKey): Promise<WebhookRow | null> {
  const query = db
    .selectFrom("webhooks")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .forUpdate();
  return rowsOf(await query.execute())[0] ?? null;
}

/** For the sender, which works for all accounts. */
export async function findWebhookById(db: Db, id: string): Promise<WebhookRow | null> {
  const query = db.selectFrom("webhooks").selectAll().where("id", "=", id);
  return rowsOf(await query.execute())[0] ?? null;
}

/** Call in a transaction. Concurrent requests of an account wait for each other, so that the limit holds. */
export async function countWebhooks(db: Db, accountId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhooks ${accountId}`}, 0))`.execute(db);
  const { count } = await db
    .selectFrom("webhooks")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether any account has a webhook. */
export async function hasWebhooks({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>("SELECT EXISTS (SELECT FROM webhooks)");
  return rows[0]?.exists ?? false;
}

export async function insertWebhook(
  db: Db,
  { accountId, id }: WebhookKey,
  { tags, ...columns }: WebhookColumns & { secret_sealed: Buffer },
): Promise<WebhookRow> {
  const values = { account_id: accountId, id, ...columns, tags: JSON.stringify(tags) };
  return (await db
    .insertInto("webhooks")
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as WebhookRow;
}

type State = Pick<
  WebhookRow,
  "secret_sealed" | "previous_secrets" | "disabled_reason" | "failures" | "failing_since"
>;

export async function updateWebhook(
  db: Db,
  { accountId, id }: WebhookKey,
  { tags, previous_secrets, ...columns }: Partial<WebhookColumns> & Partial<State>,
): Promise<WebhookRow | null> {
  const query = db
    .updateTable("webhooks")
    .set({
      ...columns,
      ...(tags && { tags: JSON.stringify(tags) }),
      ...(previous_secrets && { previous_secrets: JSON.stringify(previous_secrets) }),
    })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .returningAll();
  return rowsOf(await query.execute())[0] ?? null;
}

/** Lists what is sealed of the webhooks of all accounts. */
export async function listSealedValues(db: Db): Promise<(WebhookKey & SealedValues)[]> {
  const query = db
    .selectFrom("webhooks")
    .select(["account_id as accountId", "id", "secret_sealed", "previous_secrets", "headers_sealed"]);
  return (await query.execute()) as unknown as (WebhookKey & SealedValues)[];
}

/** False: it was deleted or disabled before. */
export async function markDisabled(
  db: Db,
  { accountId, id }: WebhookKey,
  reason: DisabledReason,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhooks")
    .set({ disabled_reason: reason })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .where("disabled_reason", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteWebhook(db: Db, { accountId, id }: WebhookKey): Promise<WebhookRow | null> {
  const query = db
    .deleteFrom("webhooks")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .returningAll();
  return rowsOf(await query.execute())[0] ?? null;
}

/** The generated table types are wider for JSON and for columns with a fixed set of values. */
function rowsOf(rows: unknown): WebhookRow[] {
  return rows as WebhookRow[];
}
