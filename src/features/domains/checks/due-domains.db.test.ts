import { beforeAll, beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { newId } from "../../../platform/ids/index.ts";
import { DueDomains } from "./due-domains.ts";

/** One connection, so that its statistics are complete. */
const database = useDatabase({ max: 1 });
const [us = "", them = ""] = [newId(), newId()].toSorted();

beforeAll(() =>
  database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'us'), ($2, 'them')", [us, them]),
);
beforeEach(() => database.pool.query("TRUNCATE domains CASCADE"));

/** Adds domains of an account that are due, the first one for the longest time. */
async function addDue(account: string, names: string[]): Promise<void> {
  await database.pool.query(
    `INSERT INTO domains (account_id, name, check_at)
     SELECT $1, name, now() - interval '1 hour' + n * interval '1 ms' FROM unnest($2::text[]) WITH ORDINALITY AS d (name, n)`,
    [account, names],
  );
}

const accountsOf = (domains: { account_id: string }[]) =>
  domains.map(({ account_id }) => (account_id === us ? "us" : "them"));

test("accounts take turns, beginning after the account that had the last one", async () => {
  await addDue(us, ["us-0.example", "us-1.example", "us-2.example"]);
  await addDue(them, ["them-0.example", "them-1.example"]);
  const due = new DueDomains(database);
  const turns: string[] = [];
  for (let n = 0; n < 6; n += 1) turns.push(...accountsOf(await due.claim(1, [])));
  expect(turns).toEqual(["us", "them", "us", "them", "us"]);
});

test("one claim takes the oldest due domains of each account in turn", async () => {
  await addDue(us, ["z.example", "y.example", "x.example", "w.example", "v.example"]);
  await addDue(them, ["them.example"]);
  const claimed = await new DueDomains(database).claim(3, []);
  expect(claimed.map(({ name }) => name).toSorted()).toEqual(["them.example", "y.example", "z.example"]);
});

test("an account with checks in progress comes after others", async () => {
  await addDue(us, ["us.example"]);
  await addDue(them, ["them-0.example", "them-1.example"]);
  const due = new DueDomains(database);
  const running = [{ account_id: us }, { account_id: us }];
  expect(accountsOf(await due.claim(2, running))).toEqual(["them", "them"]);
  expect(accountsOf(await due.claim(2, running))).toEqual(["us"]);
});

async function rowsRead(): Promise<number> {
  await database.pool.query("SELECT pg_stat_force_next_flush()");
  const { rows } = await database.pool.query(
    "SELECT (seq_tup_read + idx_tup_fetch)::integer AS n FROM pg_stat_user_tables WHERE relid = 'domains'::regclass",
  );
  return rows[0].n;
}

test("a claim reads few of many due domains", async () => {
  const names = (owner: string) => Array.from({ length: 4_000 }, (_, n) => `${owner}-${n}.example`);
  await addDue(us, names("us"));
  await addDue(them, names("them"));
  await database.pool.query("ANALYZE domains");
  const due = new DueDomains(database);
  // The first two claims mark all of them.
  for (let n = 0; n < 2; n += 1) await due.claim(4, []);
  const before = await rowsRead();
  expect(accountsOf(await due.claim(4, [])).toSorted()).toEqual(["them", "them", "us", "us"]);
  expect((await rowsRead()) - before).toBeLessThan(100);
});
