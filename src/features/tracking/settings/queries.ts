/** SQL of the settings of tracking. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";

export type Switches = {
  opens: boolean;
  clicks: boolean;
  /** The domain's own tracking host. */
  host: string | null;
  isHostVerified: boolean;
};

const OFF: Switches = { opens: false, clicks: false, host: null, isHostVerified: false };

/** Returns the settings for mail from a domain. For a domain that the account has not added, these are the account's. */
export async function findSwitches(
  db: Db,
  { accountId, domain }: { accountId: string; domain: string },
): Promise<Switches> {
  const { rows } = await sql<Switches>`
    SELECT coalesce(d.opens, s.opens, false) AS opens, coalesce(d.clicks, s.clicks, false) AS clicks,
      o.tracking_host || '.' || o.name AS host,
      coalesce(o.verified_at IS NOT NULL AND d.verified_at IS NOT NULL
        AND d.host = o.tracking_host || '.' || o.name, false) AS "isHostVerified"
    FROM (SELECT 1) one
    LEFT JOIN tracking_settings s ON s.account_id = ${accountId}
    LEFT JOIN domains o ON o.account_id = ${accountId} AND o.name = ${domain}
    LEFT JOIN tracking_domains d ON d.account_id = ${accountId} AND d.domain = ${domain}`.execute(db);
  return rows[0] ?? OFF;
}

export type AddressDetail = "full" | "network" | "none";
export type AgentDetail = "full" | "family" | "none";
export type TrackingSettings = {
  opens: boolean;
  clicks: boolean;
  address: AddressDetail;
  agent: AgentDetail;
  links_stopped_at: Date | null;
};

const DEFAULT_SETTINGS: TrackingSettings = {
  opens: false,
  clicks: false,
  address: "network",
  agent: "family",
  links_stopped_at: null,
};

export async function findSettings(db: Db, accountId: string): Promise<TrackingSettings> {
  const row = await db
    .selectFrom("tracking_settings")
    .select(["opens", "clicks", "address", "agent", "links_stopped_at"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return (row as TrackingSettings | undefined) ?? DEFAULT_SETTINGS;
}

export async function putSettings(
  db: Db,
  accountId: string,
  change: Partial<TrackingSettings>,
): Promise<void> {
  await db
    .insertInto("tracking_settings")
    .values({ account_id: accountId, ...change })
    .onConflict((conflict) =>
      Object.keys(change).length === 0
        ? conflict.doNothing()
        : conflict.column("account_id").doUpdateSet(change),
    )
    .execute();
}

/** The tracking of mail from a domain, and the state of its own host. */
export type DomainTracking = {
  opens: boolean | null;
  clicks: boolean | null;
  host: string | null;
  isDomainVerified: boolean;
  verified_at: Date | null;
  broken_at: Date | null;
  problem: string | null;
  checked_at: Date | null;
};

/**
 * Returns null if the account has no such domain. The state of a former host of the domain is not returned. The host of a domain that is not
 * verified is neither verified nor broken, because it is not checked.
 */
export async function findDomainTracking(
  db: Db,
  { accountId, name }: { accountId: string; name: string },
): Promise<DomainTracking | null> {
  const { rows } = await sql<DomainTracking>`
    SELECT t.opens, t.clicks, o.host, o.is_verified AS "isDomainVerified", c.problem, c.checked_at,
      CASE WHEN o.is_verified THEN c.verified_at END AS verified_at,
      CASE WHEN o.is_verified THEN c.broken_at END AS broken_at
    FROM (
      SELECT account_id, name, tracking_host || '.' || name AS host, verified_at IS NOT NULL AS is_verified FROM domains
    ) o
    LEFT JOIN tracking_domains t ON t.account_id = o.account_id AND t.domain = o.name
    LEFT JOIN tracking_domains c ON c.account_id = o.account_id AND c.domain = o.name AND c.host = o.host
    WHERE o.account_id = ${accountId} AND o.name = ${name}`.execute(db);
  return rows[0] ?? null;
}

export async function putDomainSwitches(
  db: Db,
  { accountId, name }: { accountId: string; name: string },
  switches: { opens: boolean | null; clicks: boolean | null },
): Promise<void> {
  await db
    .insertInto("tracking_domains")
    .values({ account_id: accountId, domain: name, ...switches })
    .onConflict((conflict) => conflict.columns(["account_id", "domain"]).doUpdateSet(switches))
    .execute();
}
