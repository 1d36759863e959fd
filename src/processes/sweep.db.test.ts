import { pino } from "pino";
import { expect, test } from "vitest";
import { openTestDatabase } from "../../test/harness/database.ts";
import { features } from "./features.ts";
import { sweep } from "./sweep.ts";

async function openSwept() {
  const database = await openTestDatabase({ max: 2 });
  const lines: { event: string; what: string }[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const query = (text: string) => database.pool.query(text);
  const count = async (table: string) => (await query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n;
  return { sweep: () => sweep({ database, log, features }), query, count, lines };
}

const keys = (count: number) =>
  `INSERT INTO idempotency_keys (account_id, key, request_hash, answer, expires_at)
   SELECT gen_random_uuid(), n::text, '', '{}', now() - interval '1 second' FROM generate_series(1, ${count}) n`;
const counters = (count: number) =>
  `INSERT INTO attempt_counters (subject, drained_at) SELECT n::text, now() - interval '1 second' FROM generate_series(1, ${count}) n`;

test("a sweep that fails is logged and does not stop the others", async () => {
  const { sweep, query, count, lines } = await openSwept();
  await query("ALTER TABLE attempt_counters RENAME TO away");
  await query(keys(10));
  await query(
    "INSERT INTO contents (account_id, hash, bytes, last_used_on) VALUES (gen_random_uuid(), '', '', '2020-01-01')",
  );
  await query("INSERT INTO accounts (id, name) VALUES (gen_random_uuid(), 'Ada')");
  await sweep();
  expect([await count("idempotency_keys"), await count("contents")]).toEqual([0, 0]);
  expect(lines).toMatchObject([{ event: "sweep.failed", what: "rateLimits" }]);
});

test.each([
  ["idempotency_keys", keys],
  ["attempt_counters", counters],
])("a statement removes at most ten thousand expired rows of %s", async (table, expired) => {
  const { sweep, query, count } = await openSwept();
  await query(expired(25_000));
  await query(`CREATE TABLE statements (removed bigint);
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO statements SELECT count(*) FROM gone; RETURN NULL; END $$;
    CREATE TRIGGER note AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note()`);
  await sweep();
  expect(await count(table)).toBe(0);
  expect((await query("SELECT max(removed) AS most FROM statements")).rows).toEqual([{ most: 10_000 }]);
});
