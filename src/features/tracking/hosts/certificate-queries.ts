/** SQL of the certificates of tracking hosts. */
import type { Database, Db } from "../../../platform/db/index.ts";
import type { DomainRef } from "../../domains/index.ts";
import type { SealedCertificate } from "./certificate-files.ts";
import { HOST, IS_KEPT } from "./queries.ts";

/**
 * Hosts of new mail whose DNS record is in place, and hosts of mail that was sent. A host may be in both, and unverified domains are left
 * out.
 */
const WANTED = `
  SELECT ${HOST} AS host, o.account_id, true AS is_current FROM domains o
  WHERE o.tracking_host IS NOT NULL AND o.verified_at IS NOT NULL AND o.findings->'tracking'->>'status' = 'ok'
  UNION ALL SELECT h.host, h.account_id, false FROM tracking_hosts h WHERE ${IS_KEPT}`;

/**
 * Claims a host that needs a certificate, or a new one, for ten minutes. Accounts take turns: orders of one account that fail slowly do not
 * delay the others.
 */
export async function claimDueCertificate({ pool }: Database): Promise<string | null> {
  const { rows } = await pool.query<{ host: string }>(
    `WITH wanted AS (
       SELECT w.host, k.due_at, max(k.tried_at) OVER (PARTITION BY w.account_id) AS account_tried_at
       FROM (${WANTED}) w LEFT JOIN tracking_certificates k USING (host)
     )
     INSERT INTO tracking_certificates AS c (host, due_at, tried_at)
     SELECT host, now() + interval '10 minutes', clock_timestamp() FROM wanted WHERE due_at IS NULL OR due_at <= now()
     ORDER BY account_tried_at NULLS FIRST, due_at NULLS FIRST, host LIMIT 1
     ON CONFLICT (host) DO UPDATE SET due_at = excluded.due_at, tried_at = excluded.tried_at WHERE c.due_at <= now()
     RETURNING host`,
  );
  return rows[0]?.host ?? null;
}

export async function findCertificate(database: Database, host: string): Promise<SealedCertificate | null> {
  const [certificate] = await loadCertificates(database, [host]);
  return certificate ?? null;
}

export async function loadCertificates(
  { db }: Database,
  hosts: string[],
): Promise<(SealedCertificate & { host: string })[]> {
  return (await db
    .selectFrom("tracking_certificates")
    .select(["host", "chain", "private_key_sealed", "expires_at"])
    .where("host", "in", hosts)
    .where("chain", "is not", null)
    .execute()) as (SealedCertificate & { host: string })[];
}

/** The hosts that have a certificate, and its expiry, which a new one changes. Those that were issued last come first. */
export async function listCertificates(
  { db }: Database,
  limit: number,
): Promise<{ host: string; expires_at: Date }[]> {
  return (await db
    .selectFrom("tracking_certificates")
    .select(["host", "expires_at"])
    .where("chain", "is not", null)
    .orderBy("expires_at", "desc")
    .limit(limit)
    .execute()) as { host: string; expires_at: Date }[];
}

export async function saveCertificate(
  { db }: Database,
  host: string,
  change: SealedCertificate & { due_at: Date },
): Promise<void> {
  await db
    .updateTable("tracking_certificates")
    .set({ ...change, problem: null, failures: 0 })
    .where("host", "=", host)
    .execute();
}

/** Stores why there is no certificate. The next order is due after the first interval, and after twice the time of the last one each time. */
export async function saveFailedOrder(
  { pool }: Database,
  host: string,
  { problem, retrySeconds }: { problem: string; retrySeconds: { first: number; max: number } },
): Promise<void> {
  await pool.query(
    `UPDATE tracking_certificates SET problem = $2, failures = least(failures, 100) + 1,
       due_at = now() + make_interval(secs => least($3 * 2 ^ least(failures, 20), $4)) WHERE host = $1`,
    [host, problem, retrySeconds.first, retrySeconds.max],
  );
}

/** Makes a failed order for a domain's host due, unless its last try is more recent than this. */
export async function makeFailedOrderDue(
  { pool }: Database,
  { accountId, name }: DomainRef,
  minutesAfterTry: number,
): Promise<void> {
  await pool.query(
    `UPDATE tracking_certificates c SET due_at = now() FROM domains o
     WHERE o.account_id = $1 AND o.name = $2 AND o.verified_at IS NOT NULL AND c.host = ${HOST}
       AND c.failures > 0 AND c.due_at > now() AND c.tried_at <= now() - make_interval(mins => $3)`,
    [accountId, name, minutesAfterTry],
  );
}

/** Why the last order failed. `isWanted`: whether it will be tried again, at `dueAt`. */
export type FailedOrder = { problem: string; dueAt: Date; isWanted: boolean };

export async function findFailedOrder(
  { pool }: Database,
  { accountId, host }: { accountId: string; host: string },
): Promise<FailedOrder | null> {
  const { rows } = await pool.query<FailedOrder>(
    `SELECT c.problem, c.due_at AS "dueAt",
       EXISTS (SELECT FROM (${WANTED}) w WHERE w.account_id = $1 AND w.host = c.host) AS "isWanted"
     FROM tracking_certificates c WHERE c.host = $2 AND c.problem IS NOT NULL`,
    [accountId, host],
  );
  return rows[0] ?? null;
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

export type FailingCertificate = {
  account: string;
  host: string;
  failures: number;
  expiresAt: Date;
  problem: string;
};

/** Certificates that cannot be renewed, of hosts of new mail, and of others until a week after they expire. */
export async function listFailingCertificates(
  { pool }: Pick<Database, "pool">,
  failures: number,
): Promise<FailingCertificate[]> {
  const { rows } = await pool.query<FailingCertificate>(
    `SELECT a.name AS account, c.host, c.failures, c.expires_at AS "expiresAt", c.problem
     FROM tracking_certificates c JOIN LATERAL (
       SELECT account_id, is_current FROM (${WANTED}) w WHERE w.host = c.host ORDER BY is_current DESC LIMIT 1
     ) w ON true JOIN accounts a ON a.id = w.account_id
     WHERE c.chain IS NOT NULL AND c.problem IS NOT NULL AND c.failures >= $1
       AND (w.is_current OR c.expires_at > now() - interval '7 days') ORDER BY c.expires_at LIMIT 100`,
    [failures],
  );
  return rows;
}

/** Deletes challenges of killed processes, hosts that are in no mail that people still read, and the certificates of all others. */
export async function sweepCertificates({ pool }: Database): Promise<void> {
  await pool.query("DELETE FROM acme_challenges WHERE created_at < now() - interval '1 day'");
  await pool.query(`DELETE FROM tracking_hosts h WHERE NOT (${IS_KEPT})`);
  await pool.query(
    `DELETE FROM tracking_certificates c WHERE NOT EXISTS (
       SELECT FROM domains o WHERE o.tracking_host IS NOT NULL AND c.host = ${HOST})
     AND NOT EXISTS (SELECT FROM tracking_hosts h WHERE h.host = c.host)`,
  );
}
