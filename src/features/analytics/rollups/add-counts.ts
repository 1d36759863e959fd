import { CompiledQuery } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import type { FactGroup } from "./fact-queries.ts";
import { providerOfRecipient } from "./mailbox-providers.ts";
import { findOrAddSeries, keyOfSeries, limitSeries, type Series } from "./series.ts";

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
/** Lengths of buckets, in minutes. */
const STEPS = [
  { step: 15, ms: QUARTER_MS },
  { step: 60, ms: HOUR_MS },
] as const;

type Added = Pick<FactGroup, "type" | "detail" | "bin"> & {
  accountId: string;
  seriesId: number;
  step: number;
  bucketMs: number;
  count: number;
};

/** Adds the groups to the roll-ups. The rows are written in the order of their keys, so that index pages are read in order. */
export async function addCounts(db: Db, groups: FactGroup[]): Promise<void> {
  if (groups.length === 0) return;
  const candidates = groups.map((group) => ({ group, series: seriesOf(group) }));
  const limited = await limitSeries(
    db,
    candidates.flatMap(({ series }) => series),
  );
  const chosen = candidates.map(({ group, series }) => ({ group, series: series.map(limited) }));
  const wanted = new Map(
    chosen.flatMap(({ series }) => series.map((each) => [keyOfSeries(each), each] as const)),
  );
  const ids = await findOrAddSeries(db, [...wanted.values()]);
  const added = new Map<string, Added>();
  for (const { group, series } of chosen)
    for (const each of series) sumUp(added, group, ids.get(keyOfSeries(each)) as number);
  const rows = [...added.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await addTo(
    db,
    COUNTS,
    rows.filter(({ bin }) => bin === null),
  );
  await addTo(
    db,
    LATENCIES,
    rows.filter(({ bin }) => bin !== null),
  );
}

/** All mail of the account and the combination of values, or a tag with its domain and stream. */
function seriesOf(group: FactGroup): Series[] {
  const { account_id: accountId, domain, stream, key_id: keyId, recipient_domain, provider, route } = group;
  const none = {
    accountId,
    domain: "",
    stream: "",
    keyId: 0,
    provider: "",
    route: "",
    tagName: "",
    tagValue: "",
  };
  if (group.tag_name !== null)
    return [
      { ...none, kind: "tag", domain, stream, tagName: group.tag_name, tagValue: group.tag_value ?? "" },
    ];
  const known = recipient_domain === "" ? "" : providerOfRecipient(recipient_domain, provider);
  return [
    { ...none, kind: "all" },
    { ...none, kind: "combination", domain, stream, keyId, provider: known, route },
  ];
}

function sumUp(added: Map<string, Added>, group: FactGroup, seriesId: number): void {
  const { account_id: accountId, type, detail, bin, count } = group;
  for (const { step, ms } of STEPS) {
    const bucketMs = Math.floor(group.bucket_at.getTime() / ms) * ms;
    const key = JSON.stringify([accountId, seriesId, step, bucketMs, type, detail, bin]);
    const row = added.get(key);
    if (row) row.count += count;
    else added.set(key, { accountId, seriesId, step, bucketMs, type, detail, bin, count });
  }
}

const COUNTS = `
  INSERT INTO counts AS c (account_id, series_id, step, bucket_at, type, detail, count)
  SELECT account_id, series_id, step, to_timestamp(bucket_ms / 1000.0), type, detail, count
  FROM unnest($1::uuid[], $2::integer[], $3::smallint[], $4::float8[], $5::text[], $6::text[], $7::smallint[], $8::bigint[])
    AS a (account_id, series_id, step, bucket_ms, type, detail, bin, count)
  ON CONFLICT (account_id, series_id, step, bucket_at, type, detail) DO UPDATE SET count = c.count + excluded.count`;

const LATENCIES = `
  INSERT INTO latencies AS l (account_id, series_id, step, bucket_at, bin, count)
  SELECT account_id, series_id, step, to_timestamp(bucket_ms / 1000.0), bin, count
  FROM unnest($1::uuid[], $2::integer[], $3::smallint[], $4::float8[], $5::text[], $6::text[], $7::smallint[], $8::bigint[])
    AS a (account_id, series_id, step, bucket_ms, type, detail, bin, count)
  ON CONFLICT (account_id, series_id, step, bucket_at, bin) DO UPDATE SET count = l.count + excluded.count`;

async function addTo(db: Db, statement: string, rows: Added[]): Promise<void> {
  if (rows.length === 0) return;
  const values = [
    rows.map(({ accountId }) => accountId),
    rows.map(({ seriesId }) => seriesId),
    rows.map(({ step }) => step),
    rows.map(({ bucketMs }) => bucketMs),
    rows.map(({ type }) => type),
    rows.map(({ detail }) => detail),
    rows.map(({ bin }) => bin),
    rows.map(({ count }) => count),
  ];
  await db.executeQuery(CompiledQuery.raw(statement, values));
}
