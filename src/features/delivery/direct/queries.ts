import type { StsPolicy } from "../../../mail/tls-policy/index.ts";
import type { Database } from "../../../platform/db/index.ts";

/** Shared by all accounts: DNS data of recipient domains belongs to none of them. */

export async function loadStsPolicy({ pool }: Database, domain: string): Promise<StsPolicy | null> {
  const { rows } = await pool.query<{ policy: Omit<StsPolicy, "fetchedAt"> & { fetchedAt: string } }>(
    "SELECT policy FROM mta_sts_policies WHERE domain = $1 AND expires_at > now()",
    [domain],
  );
  const policy = rows[0]?.policy;
  return policy ? { ...policy, fetchedAt: new Date(policy.fetchedAt) } : null;
}

export async function saveStsPolicy({ pool }: Database, policy: StsPolicy): Promise<void> {
  await pool.query(
    `INSERT INTO mta_sts_policies (domain, policy, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))
     ON CONFLICT (domain) DO UPDATE SET policy = excluded.policy, expires_at = excluded.expires_at`,
    [policy.domain, JSON.stringify(policy), policy.maxAgeSeconds],
  );
}

/** Deletes expired MTA-STS policies, providers of domains without recent mail, and old daily counts of source addresses. */
export async function deleteOldDirectData({ pool }: Database): Promise<void> {
  await pool.query("DELETE FROM mta_sts_policies WHERE expires_at <= now()");
  await pool.query("DELETE FROM provider_domains WHERE seen_at < now() - interval '90 days'");
  await pool.query("DELETE FROM source_days WHERE day < (now() AT TIME ZONE 'UTC')::date - 60");
}

/** Stores the mailbox providers of these domains, for the queue page. */
export async function saveProviders({ pool }: Database, found: ReadonlyMap<string, string>): Promise<void> {
  await pool.query(
    `INSERT INTO provider_domains (domain, provider) SELECT * FROM unnest($1::text[], $2::text[]) f ORDER BY 1
     ON CONFLICT (domain) DO UPDATE SET provider = excluded.provider, seen_at = now()
       WHERE provider_domains.provider <> excluded.provider OR provider_domains.seen_at < now() - interval '1 day'`,
    [[...found.keys()], [...found.values()]],
  );
}

/** Reserves messages of a source address's daily limit, which all workers share. False: fewer are left. */
export async function reserveMessages(
  { pool }: Database,
  { source, day, messages, atMost }: { source: string; day: string; messages: number; atMost: number },
): Promise<boolean> {
  if (messages > atMost) return false;
  const { rowCount } = await pool.query(
    `INSERT INTO source_days AS d (source, day, sent) VALUES ($1, $2, $3)
     ON CONFLICT (source, day) DO UPDATE SET sent = d.sent + excluded.sent WHERE d.sent + excluded.sent <= $4`,
    [source, day, messages, atMost],
  );
  return rowCount === 1;
}
