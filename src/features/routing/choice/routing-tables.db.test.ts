import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { type FailingDatabase, startFailingDatabase } from "../../../../test/harness/failing-database.ts";
import { type Database, openDatabase } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { selfHostedPolicies } from "../../../processes/services/policies.ts";
import { INSTANCE_ID } from "../instance-id.ts";
import { RoutingTables } from "./routing-tables.ts";

let created: TestDatabase;
let failing: FailingDatabase;
let database: Database;

beforeAll(async () => {
  created = await createTestDatabase();
  failing = await startFailingDatabase(created.connectionString);
  database = openDatabase(failing.connectionString, { max: 4 });
});
afterAll(async () => {
  await database.close();
  await failing.close();
  await created.drop();
});
beforeEach(() => database.pool.query("DELETE FROM relays"));

const openTables = () =>
  new RoutingTables({
    database,
    log: createLogger("silent", "test"),
    policies: selfHostedPolicies,
    override: null,
  });
const addRelay = async (accountId: string, name: string) => {
  const id = newId();
  await database.pool.query(
    `INSERT INTO relays (account_id, id, name, kind, url, weight, enabled)
     VALUES ($1, $2, $3, 'smtp', 'smtp://relay.example', 1, true)`,
    [accountId, id, name],
  );
  return id;
};
/** Ends the second in which a table is fresh. */
async function whenStale(tables: RoutingTables) {
  const { seenAt } = tables.latest;
  await expect
    .poll(() => performance.now() - seenAt, { interval: 50, timeout: 5_000 })
    .toBeGreaterThan(1_000);
}
const STATE = "SELECT (SELECT coalesce(sum(hashtextextended";

test("callers at the same time share one query, and a fresh table costs none", async () => {
  const tables = openTables();
  const first = tables.current();
  expect(first).toBeInstanceOf(Promise);
  expect(tables.current()).toBe(first);
  const state = await first;
  expect(tables.current()).toBe(state);
});

test("a change is seen after a second, and without a change the table is kept", async () => {
  const tables = openTables();
  const before = await tables.current();
  expect([...before.table.relays.keys()]).toEqual([]);
  const id = await addRelay(INSTANCE_ID, "eu");
  await whenStale(tables);
  const after = await tables.current();
  expect([...after.table.relays.keys()]).toEqual([id]);
  await whenStale(tables);
  expect((await tables.current()).table).toBe(after.table);
});

test("without the database, the last table stays in use, at its age", async () => {
  const tables = openTables();
  const before = await tables.current();
  await whenStale(tables);
  const { failed } = failing.fail({ text: STATE, failure: "53100", times: 1 });
  const kept = await tables.current();
  await failed;
  expect(kept).toBe(before);
  // The next caller tries again.
  expect((await tables.current()).seenAt).toBeGreaterThan(before.seenAt);
});

test("a table that was never read is an error, so that no mail takes the default route by mistake", async () => {
  const tables = openTables();
  failing.fail({ text: STATE, failure: "53100", times: 1 });
  await expect(tables.current()).rejects.toThrow("made to fail");
  expect((await tables.current()).table.rules.size).toBe(0);
});

test("relays of accounts without an operator are guarded; those of operators and of the instance are not", async () => {
  const [operators, tenants] = [newId(), newId()];
  await database.pool.query(
    "INSERT INTO accounts (id, name, is_operator) VALUES ($1, 'ours', true), ($2, 'a tenant', false)",
    [operators, tenants],
  );
  await Promise.all([
    addRelay(INSTANCE_ID, "shared"),
    addRelay(operators, "operator"),
    addRelay(tenants, "tenant"),
  ]);
  const { table } = await openTables().current();
  const guarded = [...table.relays.values()].map(({ name, isGuarded }) => [name, isGuarded]);
  expect(guarded.toSorted()).toEqual([
    ["operator", false],
    ["shared", false],
    ["tenant", true],
  ]);
});
