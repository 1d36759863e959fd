/** All SQL of domain events. */
import type { Database, Db } from "../../../platform/db/index.ts";
import { firstIdAt, newId } from "../../../platform/ids/index.ts";
import { type AccountEventType, recordAccountEvents, subjectOf } from "../../account-events/index.ts";
import type { DomainRef } from "../queries.ts";

export const DOMAIN_EVENT_TYPES = [
  "domain.added",
  "domain.changed",
  "domain.verified",
  "domain.lost",
  "domain.removed",
  "record.ok",
  "record.broken",
  "keys.made",
  "keys.rotated",
] as const;
export type DomainEventType = (typeof DOMAIN_EVENT_TYPES)[number];

export type NewDomainEvent = { type: DomainEventType; detail?: Record<string, unknown> };

/** The events that are part of the account's feed too. */
const FEED_TYPES: { readonly [Type in DomainEventType]?: AccountEventType } = {
  "domain.added": "domain.added",
  "domain.verified": "domain.verified",
  "domain.lost": "domain.lost",
  "domain.removed": "domain.removed",
};

/** Inserts events. Call it in the transaction of the change that they record. */
export async function insertDomainEvents(
  db: Db,
  { accountId, name }: DomainRef,
  events: readonly NewDomainEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ type, detail = {} }) => ({
    account_id: accountId,
    id: newId(),
    domain: name,
    type,
    detail: JSON.stringify(detail),
  }));
  await db.insertInto("domain_events").values(rows).execute();
  const shown = events.flatMap(({ type, detail = {} }) => {
    const known = detail.reason === "proven_by_another_account" ? "domain.transferred" : FEED_TYPES[type];
    return known
      ? [
          {
            accountId,
            type: known,
            subjectId: subjectOf("domain", name),
            detail: { domain: name, ...detail },
          },
        ]
      : [];
  });
  await recordAccountEvents(db, shown);
}

/** Counts the domains that an account has added since a time, including removed ones. */
export async function countAdded(db: Db, accountId: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom("domain_events")
    .select((select) => select.fn.countAll<number>().as("added"))
    .where("account_id", "=", accountId)
    .where("id", ">=", firstIdAt(since))
    .where("type", "=", "domain.added")
    .executeTakeFirst();
  return Number(row?.added ?? 0);
}

export type LossReason = "token_missing" | "proven_by_another_account";

/**
 * Returns the domains that the account held and lost, since a time or at all, with the reason. Domains that were verified or added again do
 * not count.
 */
export async function findLosses(
  db: Db,
  { accountId, names, since }: { accountId: string; names: readonly string[]; since?: Date },
): Promise<Map<string, LossReason>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom("domain_events")
    .distinctOn("domain")
    .select(["domain", "type", "detail"])
    .where("account_id", "=", accountId)
    .where("domain", "in", names)
    .where("type", "in", ["domain.added", "domain.verified", "domain.lost"])
    .where("id", ">=", firstIdAt(since ?? new Date(0)))
    .orderBy("domain")
    .orderBy("id", "desc")
    .execute();
  return new Map(
    rows
      .filter(({ type }) => type === "domain.lost")
      .map(({ domain, detail }) => [domain, (detail as { reason: LossReason }).reason]),
  );
}

export type TroubledDomain = {
  name: string;
  account: string;
  /** `token_missing`: the domain is still held, and is lost when the grace period ends. */
  trouble: "lost" | "token_missing";
  /** Set when the domain was lost. */
  reason: LossReason | null;
  /** Set when the token is missing. */
  missingSince: Date | null;
};

/** A work list for people does not need more. */
const MAX_TROUBLED = 100;

/** Lists domains that were lost since a time and domains whose token is missing, of one account or of all (null). */
export async function listTroubledDomains(
  { pool }: Pick<Database, "pool">,
  { accountId, lostSince }: { accountId: string | null; lostSince: Date },
): Promise<TroubledDomain[]> {
  const { rows } = await pool.query<TroubledDomain>(
    `SELECT d.name, a.name AS account, 'lost' AS trouble, e.detail->>'reason' AS reason, NULL::timestamptz AS "missingSince"
       FROM domain_events e JOIN domains d ON d.account_id = e.account_id AND d.name = e.domain JOIN accounts a ON a.id = d.account_id
       WHERE e.type = 'domain.lost' AND e.id >= $2 AND d.verified_at IS NULL AND ($1::uuid IS NULL OR d.account_id = $1)
         AND NOT EXISTS (SELECT FROM domain_events n WHERE n.account_id = e.account_id AND n.domain = e.domain AND n.id > e.id
           AND n.type IN ('domain.added', 'domain.lost'))
     UNION ALL
     SELECT d.name, a.name, 'token_missing', NULL, d.token_missing_since
       FROM domains d JOIN accounts a ON a.id = d.account_id
       WHERE d.token_missing_since IS NOT NULL AND d.verified_by = 'dns' AND ($1::uuid IS NULL OR d.account_id = $1)
     ORDER BY name LIMIT $3`,
    [accountId, firstIdAt(lostSince), MAX_TROUBLED],
  );
  return rows;
}

type Page = DomainRef & { beforeId: string; limit: number };

/** Lists a domain's events, newest first. */
export async function listDomainEvents({ db }: Database, { accountId, name, beforeId, limit }: Page) {
  return await db
    .selectFrom("domain_events")
    .select(["id", "type", "detail"])
    .where("account_id", "=", accountId)
    .where("domain", "=", name)
    .where("id", "<", beforeId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Deletes events of all accounts. */
export async function deleteEventsBefore({ pool }: Database, id: string, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    "DELETE FROM domain_events WHERE (account_id, id) IN (SELECT account_id, id FROM domain_events WHERE id < $1 LIMIT $2)",
    [id, limit],
  );
  return rowCount ?? 0;
}
