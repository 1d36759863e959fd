/** All SQL of what happened to domains. */
import type { Database, Db } from "../../../platform/db/index.ts";
import { firstIdAt, newId } from "../../../platform/ids/index.ts";
import type { DomainRef } from "../queries.ts";

export const domainEventTypes = [
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
export type DomainEventType = (typeof domainEventTypes)[number];

export type NewDomainEvent = { type: DomainEventType; detail?: Record<string, unknown> };

/** In the transaction of what they tell. */
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
}

/** Also of domains that were removed again. */
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

export type LossReason = "proof_missing" | "proven_by_another_account";

/** Which of these domains the account once held and lost, and why, by name. Whoever proves one again, or adds it anew, has lost nothing. */
export async function findLosses(
  db: Db,
  { accountId, names }: { accountId: string; names: readonly string[] },
): Promise<Map<string, LossReason>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom("domain_events")
    .distinctOn("domain")
    .select(["domain", "type", "detail"])
    .where("account_id", "=", accountId)
    .where("domain", "in", names)
    .where("type", "in", ["domain.added", "domain.verified", "domain.lost"])
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
  /** token_missing: it is held still, and lost when the time is over. */
  trouble: "lost" | "token_missing";
  /** Of a loss. */
  reason: LossReason | null;
  /** Of a token. */
  missingSince: Date | null;
};

/** A list of what needs somebody, not of all there is. */
const mostTroubled = 100;

/** Domains that were lost, since a time at most, and those whose token is missing; of one account, or of all (null). */
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
    [accountId, firstIdAt(lostSince), mostTroubled],
  );
  return rows;
}

type Page = DomainRef & { beforeId: string; limit: number };

/** Newest first. */
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

/** Of all accounts. */
export async function deleteEventsBefore({ pool }: Database, id: string, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    "DELETE FROM domain_events WHERE (account_id, id) IN (SELECT account_id, id FROM domain_events WHERE id < $1 LIMIT $2)",
    [id, limit],
  );
  return rowCount ?? 0;
}
