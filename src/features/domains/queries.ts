/** All SQL of domains, except for their keys (keys/queries.ts) and events (events/queries.ts). */
import { sql } from "kysely";
import type { Database, Db } from "../../platform/db/index.ts";
import type { Domain } from "./domain.ts";

/** Identifies an account's claim to a domain. */
export type DomainRef = { accountId: string; name: string };

/** Finds the account that holds a domain, if any. Searches all accounts on purpose: a domain belongs to one of them. */
export async function findDomainOwner({ db }: Pick<Database, "db">, name: string): Promise<string | null> {
  const row = await db
    .selectFrom("domains")
    .select("account_id")
    .where("name", "=", name)
    .where("verified_at", "is not", null)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

export async function findDomain(db: Db, ref: DomainRef): Promise<Domain | null> {
  return ((await selectDomain(db, ref).executeTakeFirst()) as Domain | undefined) ?? null;
}

/** Locks a domain, so that no check changes it before the end of the transaction. */
export async function lockDomain(db: Db, ref: DomainRef): Promise<Domain | null> {
  return ((await selectDomain(db, ref).forUpdate().executeTakeFirst()) as Domain | undefined) ?? null;
}

function selectDomain(db: Db, { accountId, name }: DomainRef) {
  return db.selectFrom("domains").selectAll().where("account_id", "=", accountId).where("name", "=", name);
}

type Page = { accountId: string; afterName: string; search: string; limit: number | null };

/** Lists domains by name. `limit`: null lists all; an account has at most 1,000. */
export async function listDomains(
  { db }: Database,
  { accountId, afterName, search, limit }: Page,
): Promise<Domain[]> {
  const rows = await db
    .selectFrom("domains")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("name", ">", afterName)
    .$if(search !== "", (query) => query.where(sql<boolean>`strpos(name, ${search}) > 0`))
    .orderBy("name")
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute();
  return rows as Domain[];
}

/** `search`: only domains whose name contains it. */
export async function countDomains(db: Db, accountId: string, search = ""): Promise<number> {
  const row = await db
    .selectFrom("domains")
    .select((select) => select.fn.countAll<number>().as("domains"))
    .where("account_id", "=", accountId)
    .$if(search !== "", (query) => query.where(sql<boolean>`strpos(name, ${search}) > 0`))
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

/** Returns false when the account has already added the domain. */
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

/** Inserts a claim that is verified from the start. Returns false when the account has added the domain or another account holds it. */
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

/** Locks the claims of all accounts to a domain, in a fixed order, so that ownership can be decided. */
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

/** Updates a domain unless it was changed since it was read. Returns true on success. */
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
