import type { Db } from "../../platform/db/index.ts";
import type { DisabledReason, WebhookRow } from "./webhook.ts";

type WebhookKey = { accountId: string; id: string };

/** The columns that a user sets. */
export type WebhookColumns = Pick<
  WebhookRow,
  "url" | "description" | "types" | "domains" | "tags" | "streams"
>;

export async function listWebhooks(db: Db, accountId: string): Promise<WebhookRow[]> {
  const query = db.selectFrom("webhooks").selectAll().where("account_id", "=", accountId).orderBy("id");
  return (await query.execute()) as WebhookRow[];
}

export async function findWebhook(db: Db, { accountId, id }: WebhookKey): Promise<WebhookRow | null> {
  const query = db
    .selectFrom("webhooks")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("id", "=", id);
  return ((await query.executeTakeFirst()) as WebhookRow | undefined) ?? null;
}

/** For the sender, which works for all accounts. */
export async function findWebhookById(db: Db, id: string): Promise<WebhookRow | null> {
  const query = db.selectFrom("webhooks").selectAll().where("id", "=", id);
  return ((await query.executeTakeFirst()) as WebhookRow | undefined) ?? null;
}

/** Locks the account's webhooks, so that the limit holds for concurrent requests. */
export async function countWebhooks(db: Db, accountId: string): Promise<number> {
  const rows = await db
    .selectFrom("webhooks")
    .select("id")
    .where("account_id", "=", accountId)
    .forUpdate()
    .execute();
  return rows.length;
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
    .executeTakeFirstOrThrow()) as WebhookRow;
}

type Change = Partial<WebhookColumns> &
  Partial<Pick<WebhookRow, "secret_sealed" | "previous_secret_sealed" | "previous_secret_until">> & {
    disabled_reason?: DisabledReason | null;
    failures?: number;
    failing_since?: Date | null;
  };

export async function updateWebhook(
  db: Db,
  { accountId, id }: WebhookKey,
  { tags, ...columns }: Change,
): Promise<WebhookRow | null> {
  const query = db
    .updateTable("webhooks")
    .set({ ...columns, ...(tags && { tags: JSON.stringify(tags) }) })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .returningAll();
  return ((await query.executeTakeFirst()) as WebhookRow | undefined) ?? null;
}

export async function deleteWebhook(db: Db, { accountId, id }: WebhookKey): Promise<WebhookRow | null> {
  const query = db
    .deleteFrom("webhooks")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .returningAll();
  return ((await query.executeTakeFirst()) as WebhookRow | undefined) ?? null;
}
