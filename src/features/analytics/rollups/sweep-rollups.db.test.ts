import { expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { firstIdAt, newId } from "../../../platform/ids/index.ts";
import { sweepRollups } from "./sweep-rollups.ts";

const database = useDatabase();
const TABLES = ["counts", "latencies", "engagement_firsts"];

/** Notes how many rows each statement deletes. */
async function noteDeletions(): Promise<void> {
  await database.pool.query(`
    CREATE TABLE test_deletions (name text, n integer);
    CREATE FUNCTION note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO test_deletions SELECT TG_TABLE_NAME, count(*) FROM gone;
      RETURN NULL;
    END $$;
    ${TABLES.map(
      (table) =>
        `CREATE TRIGGER note AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletion();`,
    ).join("\n")}`);
}

/** Adds `series` series with `buckets` buckets of 15 minutes and as many of an hour, that end `daysAgo`. */
async function addBuckets(accountId: string, series: number, buckets: number, daysAgo: number) {
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO count_series (account_id, kind, domain, stream, key_id, provider, route, tag_name, tag_value)
     SELECT $1, 'tag', '', '', 0, '', '', 'n', n::text FROM generate_series(1, $2) n ON CONFLICT DO NOTHING RETURNING id`,
    [accountId, series],
  );
  for (const [table, columns, values] of [
    ["counts", "type, detail", "'delivered', ''"],
    ["latencies", "bin", "3"],
  ])
    await database.pool.query(
      `INSERT INTO ${table} (account_id, series_id, step, bucket_at, ${columns}, count)
       SELECT $1, id, step, now() - make_interval(days => $3) - n * interval '15 minutes', ${values}, 1
       FROM unnest($2::integer[]) id, (VALUES (15), (60)) s (step), generate_series(1, $4) n`,
      [accountId, rows.map(({ id }) => id), daysAgo, buckets],
    );
}

const numbers = async (table: string, column: string) => {
  const { rows } = await database.pool.query(
    `SELECT ${column} AS key, count(*)::integer AS n FROM ${table} GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ key, n }) => [key, n]));
};

test("old buckets of 15 minutes and old first opens are deleted, in statements of at most 5,000 rows", async () => {
  await noteDeletions();
  const [large, other] = [newId(), newId()];
  await addBuckets(large, 2, 6_000, 91);
  // More series than one statement looks at.
  await addBuckets(other, 600, 2, 95);
  await addBuckets(newId(), 1, 10, 80);
  const firsts = (accountId: string, count: number, daysAgo: number) =>
    database.pool.query(
      `INSERT INTO engagement_firsts SELECT $1, $2, n, 'open', 'any' FROM generate_series(1, $3) n`,
      [accountId, firstIdAt(new Date(Date.now() - daysAgo * 86_400_000)), count],
    );
  await firsts(large, 11_000, 401);
  await firsts(large, 7, 399);
  await firsts(other, 3, 500);

  await sweepRollups(database);

  for (const table of ["counts", "latencies"])
    expect(await numbers(table, "step")).toEqual({ 15: 10, 60: 12_000 + 1_200 + 10 });
  expect(await numbers("engagement_firsts", "account_id")).toEqual({ [large]: 7 });
  const { rows } = await database.pool.query(
    "SELECT name, sum(n)::integer AS all, max(n) AS most FROM test_deletions GROUP BY 1 ORDER BY 1",
  );
  expect(rows).toEqual([
    { name: "counts", all: 13_200, most: 5_000 },
    { name: "engagement_firsts", all: 11_003, most: 5_000 },
    { name: "latencies", all: 13_200, most: 5_000 },
  ]);
});
