import type { Database } from "../../../platform/db/index.ts";

/** Rows that a statement deletes at most. More would take too long for its timeout after days without a sweep, and then every time. */
const ROWS = 5_000;
/** Series that a statement looks at. */
const SERIES = 500;

/** The columns of the primary keys, without account_id. */
const KEYS = {
  counts: "series_id, step, bucket_at, type, detail",
  latencies: "series_id, step, bucket_at, bin",
  engagement_firsts: "email_id, position, kind, actor",
} as const;

const OF_SERIES = `t.account_id = s.account_id AND t.series_id = s.id AND t.step = 15 AND t.bucket_at < now() - interval '90 days'`;
const OF_ACCOUNT = `t.account_id = s.account_id AND t.email_id < event_id(now() - interval '400 days', decode(repeat('00', 16), 'hex'))`;

type SeriesKeys = { accountIds: string[]; ids: number[] };

/** Deletes buckets of 15 minutes after 90 days; those of an hour have the same counts. Opens after more than a year count as unique again. */
export async function sweepRollups(database: Database): Promise<void> {
  for await (const series of pageSeries(database)) {
    await deleteRows(database, series, "counts", OF_SERIES);
    await deleteRows(database, series, "latencies", OF_SERIES);
    await deleteRows(database, series, "engagement_firsts", OF_ACCOUNT);
  }
}

async function* pageSeries({ pool }: Database): AsyncGenerator<SeriesKeys> {
  let after: [string, number] = ["00000000-0000-0000-0000-000000000000", 0];
  for (;;) {
    const { rows } = await pool.query<{ account_id: string; id: number }>(
      `SELECT account_id, id FROM count_series WHERE (account_id, id) > ($1, $2) ORDER BY account_id, id LIMIT ${SERIES}`,
      after,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield { accountIds: rows.map(({ account_id }) => account_id), ids: rows.map(({ id }) => id) };
    after = [last.account_id, last.id];
  }
}

async function deleteRows(
  { pool }: Database,
  { accountIds, ids }: SeriesKeys,
  table: keyof typeof KEYS,
  isOld: string,
): Promise<void> {
  const key = `account_id, ${KEYS[table]}`;
  // One row for each account: its first opens and clicks belong to no series.
  const distinct = isOld === OF_ACCOUNT ? "DISTINCT ON (account_id)" : "";
  let deleted: number | null;
  do {
    ({ rowCount: deleted } = await pool.query(
      `DELETE FROM ${table} WHERE (${key}) IN (
         SELECT ${key} FROM (SELECT ${distinct} * FROM unnest($1::uuid[], $2::integer[]) AS u (account_id, id)) s
         CROSS JOIN LATERAL (SELECT ${KEYS[table]} FROM ${table} t WHERE ${isOld} LIMIT ${ROWS}) old LIMIT ${ROWS})`,
      [accountIds, ids],
    ));
  } while (deleted === ROWS);
}
