/** SQL of tracking hosts and their certificates. */
import { sql } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import type { DomainRef } from "../../domains/index.ts";

export type HostRow = {
  account_id: string;
  domain: string;
  host: string;
  verified_at: Date | null;
  broken_at: Date | null;
  problem: string | null;
};

/** A domain's host, as full name, in a statement with the domain's row `o`. */
const HOST = `o.tracking_host || '.' || o.name`;

/** Claims hosts to check, all or that of one domain, each for one caller. If the caller is killed, they are due again after ten minutes. */
export async function claimDueHosts(
  { pool }: Database,
  limit: number,
  only: DomainRef | null = null,
): Promise<HostRow[]> {
  const { rows } = await pool.query<HostRow>(
    `INSERT INTO tracking_domains AS t (account_id, domain, host, check_at)
     SELECT o.account_id, o.name, ${HOST}, now() + interval '10 minutes'
     FROM domains o
     LEFT JOIN tracking_domains d ON d.account_id = o.account_id AND d.domain = o.name
     WHERE o.tracking_host IS NOT NULL AND o.verified_at IS NOT NULL
       AND (d.host IS DISTINCT FROM ${HOST} OR d.check_at <= now())
       AND ($2::uuid IS NULL OR (o.account_id = $2 AND o.name = $3))
     ORDER BY o.account_id, o.name LIMIT $1
     ON CONFLICT (account_id, domain) DO UPDATE SET check_at = excluded.check_at, host = excluded.host,
       verified_at = CASE WHEN t.host = excluded.host THEN t.verified_at END,
       broken_at = CASE WHEN t.host = excluded.host THEN t.broken_at END,
       problem = CASE WHEN t.host = excluded.host THEN t.problem END
       WHERE t.host IS DISTINCT FROM excluded.host OR t.check_at <= now()
     RETURNING account_id, domain, host, verified_at, broken_at, problem`,
    [limit, only?.accountId ?? null, only?.name ?? null],
  );
  return rows;
}

/** Makes a domain's host due now. */
export async function makeHostDue({ db }: Database, { accountId, name }: DomainRef): Promise<void> {
  await db
    .updateTable("tracking_domains")
    .set({ check_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("domain", "=", name)
    .execute();
}

export type CheckedHost = Pick<HostRow, "verified_at" | "broken_at" | "problem"> & { check_at: Date };

/** Stores the result of a check, unless the host was changed during the check. */
export async function saveHostCheck(
  { db }: Database,
  { account_id, domain, host }: HostRow,
  checked: CheckedHost,
): Promise<void> {
  await db
    .updateTable("tracking_domains")
    .set({ ...checked, checked_at: sql<Date>`now()` })
    .where("account_id", "=", account_id)
    .where("domain", "=", domain)
    .where("host", "=", host)
    .execute();
}

/** Whether an account that owns the domain uses this tracking host. Any visitor can cause this query, so it is one index look-up. */
export async function isTrackingHost({ pool }: Database, host: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM domains o WHERE o.tracking_host IS NOT NULL AND o.verified_at IS NOT NULL AND ${HOST} = $1
       AND o.name = ANY ($2::text[]) LIMIT 1`,
    [host, parentsOf(host)],
  );
  return rows.length > 0;
}

function parentsOf(host: string): string[] {
  const labels = host.split(".");
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join("."));
}

export type BrokenHost = { account: string; domain: string; host: string; problem: string | null };

/** Returns the hosts that were verified and no longer work. */
export async function listBrokenHosts({ pool }: Pick<Database, "pool">): Promise<BrokenHost[]> {
  const { rows } = await pool.query<BrokenHost>(
    `SELECT a.name AS account, t.domain, t.host, t.problem FROM tracking_domains t
     JOIN domains o ON o.account_id = t.account_id AND o.name = t.domain AND t.host = ${HOST}
     JOIN accounts a ON a.id = t.account_id
     WHERE t.broken_at IS NOT NULL ORDER BY t.host LIMIT 100`,
  );
  return rows;
}

/** Hosts whose DNS record is in place and that need a certificate, or a new one. Each is claimed for ten minutes. */
export async function claimDueCertificates({ pool }: Database, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ host: string }>(
    `INSERT INTO tracking_certificates AS c (host, due_at)
     SELECT DISTINCT ${HOST}, now() + interval '10 minutes' FROM domains o
     LEFT JOIN tracking_certificates k ON k.host = ${HOST}
     WHERE o.tracking_host IS NOT NULL AND o.verified_at IS NOT NULL AND o.findings->'tracking'->>'status' = 'ok'
       AND (k.host IS NULL OR k.due_at <= now())
     LIMIT $1
     ON CONFLICT (host) DO UPDATE SET due_at = excluded.due_at WHERE c.due_at <= now()
     RETURNING host`,
    [limit],
  );
  return rows.map(({ host }) => host);
}

type StoredCertificate = { chain: string; private_key_sealed: Buffer; expires_at: Date };

export async function findCertificate({ db }: Database, host: string): Promise<StoredCertificate | null> {
  const row = await db
    .selectFrom("tracking_certificates")
    .select(["chain", "private_key_sealed", "expires_at"])
    .where("host", "=", host)
    .where("chain", "is not", null)
    .executeTakeFirst();
  return (row as StoredCertificate | undefined) ?? null;
}

export async function saveCertificate(
  { db }: Database,
  host: string,
  change: Partial<StoredCertificate> & { problem: string | null; due_at: Date },
): Promise<void> {
  await db.updateTable("tracking_certificates").set(change).where("host", "=", host).execute();
}

export async function findCertificateProblem({ db }: Database, host: string): Promise<string | null> {
  const row = await db
    .selectFrom("tracking_certificates")
    .select("problem")
    .where("host", "=", host)
    .executeTakeFirst();
  return row?.problem ?? null;
}

/** The key of the account at a certificate authority; the first one that is stored. */
export async function keepAcmeAccount(
  { pool }: Database,
  directory: string,
  newKeySealed: Buffer,
): Promise<Buffer> {
  await pool.query(
    "INSERT INTO acme_accounts (directory, private_key_sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [directory, newKeySealed],
  );
  const { rows } = await pool.query<{ private_key_sealed: Buffer }>(
    "SELECT private_key_sealed FROM acme_accounts WHERE directory = $1",
    [directory],
  );
  return (rows[0] as { private_key_sealed: Buffer }).private_key_sealed;
}

export async function listSealedCertificates(db: Db): Promise<{ host: string; sealed: Buffer }[]> {
  return (await db
    .selectFrom("tracking_certificates")
    .select(["host", "private_key_sealed as sealed"])
    .where("private_key_sealed", "is not", null)
    .execute()) as { host: string; sealed: Buffer }[];
}

export async function deleteCertificate(db: Db, host: string): Promise<void> {
  await db.deleteFrom("tracking_certificates").where("host", "=", host).execute();
}

export async function listAcmeAccounts(db: Db): Promise<{ directory: string; sealed: Buffer }[]> {
  return await db.selectFrom("acme_accounts").select(["directory", "private_key_sealed as sealed"]).execute();
}

export async function deleteAcmeAccount(db: Db, directory: string): Promise<void> {
  await db.deleteFrom("acme_accounts").where("directory", "=", directory).execute();
}

export async function putChallenge({ db }: Database, token: string, response: string): Promise<void> {
  await db
    .insertInto("acme_challenges")
    .values({ token, response })
    .onConflict((conflict) => conflict.column("token").doUpdateSet({ response }))
    .execute();
}

export async function findChallenge({ db }: Database, token: string): Promise<string | null> {
  const row = await db
    .selectFrom("acme_challenges")
    .select("response")
    .where("token", "=", token)
    .executeTakeFirst();
  return row?.response ?? null;
}

export async function removeChallenge({ db }: Database, token: string): Promise<void> {
  await db.deleteFrom("acme_challenges").where("token", "=", token).execute();
}

/** Deletes challenges of killed processes, and certificates of hosts that no domain uses any more. */
export async function sweepCertificates({ pool }: Database): Promise<void> {
  await pool.query("DELETE FROM acme_challenges WHERE created_at < now() - interval '1 day'");
  await pool.query(
    `DELETE FROM tracking_certificates c WHERE NOT EXISTS (
       SELECT FROM domains o WHERE o.tracking_host IS NOT NULL AND c.host = ${HOST})`,
  );
}
