/** All SQL of domains, but for their keys (keys/queries.ts) and events (events/queries.ts). */
import { sql } from "kysely";
import type { Database, Db } from "../../platform/db/index.ts";
import type { Domain } from "./domain.ts";

/** A claim, by the account that made it. */
export type DomainRef = { accountId: string; name: string };

/** The account that holds a domain, if any. Across accounts by intent: a domain belongs to one of them. */
export async function findDomainOwner({ db }: Pick<Database, "db">, name: string): Promise<string | null> {
  const row = await db
    .selectFrom("domains")
    .select("account_id")
    .where("name", "=", name)
    .where("verified_at", "is not", null)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

export async function findDomain(db: Db, { accountId, name }: DomainRef): Promise<Domain | null> {
  const row = await db
    .selectFrom("domains")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("name", "=", name)
    .executeTakeFirst();
  return (row as Domain | undefined) ?? null;
}

type Page = { accountId: string; afterName: string; search: string; limit: number };

/** By name. */
export async function listDomains({ db }: Database, page: Page): Promise<Domain[]> {
  const rows = await db
    .selectFrom("domains")
    .selectAll()
    .where("account_id", "=", page.accountId)
    .where("name", ">", page.afterName)
    .$if(page.search !== "", (query) => query.where(sql<boolean>`strpos(name, ${page.search}) > 0`))
    .orderBy("name")
    .limit(page.limit)
    .execute();
  return rows as Domain[];
}

export async function countDomains(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom("domains")
    .select((select) => select.fn.countAll<number>().as("domains"))
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return Number(row?.domains ?? 0);
}

type NewDomain = DomainRef & {
  token: string;
  returnPath: string;
  trackingHost: string | null;
  rotateEveryDays: number | null;
  checkAt: Date;
};

/** False if the account has claimed it already. */
export async function insertDomain(db: Db, domain: NewDomain): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("domains")
    .values({
      account_id: domain.accountId,
      name: domain.name,
      token: domain.token,
      return_path: domain.returnPath,
      tracking_host: domain.trackingHost,
      rotate_every_days: domain.rotateEveryDays,
      check_at: domain.checkAt,
    })
    .onConflict((conflict) => conflict.columns(["account_id", "name"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A claim that holds its domain from the start. False: the account has claimed it already, or another one holds it. */
export async function insertHeldDomain(db: Db, { accountId, name }: DomainRef): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("domains")
    .values({ account_id: accountId, name, verified_at: sql<Date>`now()`, verified_by: "operator" })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteDomain(db: Db, { accountId, name }: DomainRef): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("domains")
    .where("account_id", "=", accountId)
    .where("name", "=", name)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Of all accounts by intent, and locked in one order: they are decided upon together. */
export async function lockClaims(db: Db, name: string): Promise<Domain[]> {
  const rows = await db
    .selectFrom("domains")
    .selectAll()
    .where("name", "=", name)
    .orderBy("account_id")
    .forUpdate()
    .execute();
  return rows as Domain[];
}

type DomainChanges = Partial<
  Pick<
    Domain,
    | "active_key_set"
    | "check_at"
    | "checked_at"
    | "token_missing_since"
    | "return_path"
    | "rotate_every_days"
    | "rotated_at"
    | "tracking_host"
    | "verified_at"
    | "verified_by"
    | "warnings"
    | "findings"
  >
>;

/** Only if nothing has changed it since it was read. */
export async function changeDomain(
  db: Db,
  { account_id, name, revision }: Pick<Domain, "account_id" | "name" | "revision">,
  { findings, ...changes }: DomainChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("domains")
    .set({
      ...changes,
      ...(findings && { findings: JSON.stringify(findings) }),
      revision: revision + 1,
    })
    .where("account_id", "=", account_id)
    .where("name", "=", name)
    .where("revision", "=", revision)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Domains of all accounts whose check is due, each for one caller. One that dies with them in its hand leaves them to be claimed
 * again after a while.
 */
export async function claimDueDomains({ db }: Database, limit: number): Promise<Domain[]> {
  const { rows } = await sql<Domain>`
    UPDATE domains SET check_at = now() + interval '10 minutes'
    WHERE (account_id, name) IN (
      SELECT account_id, name FROM domains WHERE check_at <= now()
      ORDER BY check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(db);
  return rows;
}
