import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { newId } from "../../../platform/ids/index.ts";
import { CurrentPauses } from "./current-pauses.ts";
import type { Scope } from "./pause.ts";
import { deleteEndedPauses, deletePauses, listPauses, upsertPause } from "./queries.ts";

const database = useDatabase();
const account = newId();
const NOTHING = { all: false, domains: [], accounts: [], accountDomains: [] };

beforeEach(async () => {
  await database.pool.query("TRUNCATE queue_pauses, provider_domains");
  await database.pool.query(
    "INSERT INTO provider_domains (domain, provider) VALUES ('one.example', 'big.example'), ('two.example', 'big.example')",
  );
});

const pause = (scope: Scope, { seconds = null as number | null, byOperator = false } = {}) =>
  upsertPause(database.db, {
    ...{ scope, seconds, byOperator },
    ...{ kind: "pause", reason: null, personId: null },
  });

async function current() {
  const { domains, accountDomains, ...pauses } = await new CurrentPauses({ database }).load();
  return { ...pauses, domains: domains.toSorted(), accountDomains: accountDomains.toSorted() };
}

test.each<[string, Scope, object]>([
  ["all mail", { accountId: null, target: "all", name: "" }, { all: true }],
  ["an account", { accountId: account, target: "all", name: "" }, { accounts: [account] }],
  ["a domain", { accountId: null, target: "domain", name: "one.example" }, { domains: ["one.example"] }],
  [
    "an account's domain",
    { accountId: account, target: "domain", name: "one.example" },
    { accountDomains: [`${account} one.example`] },
  ],
  [
    "a mailbox provider: its domains, and the domain of its name",
    { accountId: null, target: "destination", name: "big.example" },
    { domains: ["big.example", "one.example", "two.example"] },
  ],
  [
    "an account's mail to a mailbox provider",
    { accountId: account, target: "destination", name: "big.example" },
    { accountDomains: ["big", "one", "two"].map((name) => `${account} ${name}.example`) },
  ],
])("workers learn of a pause of %s", async (_what, scope, pauses) => {
  expect(await current()).toEqual(NOTHING);
  await pause(scope);
  expect(await current()).toEqual({ ...NOTHING, ...pauses });
  expect(await deletePauses(database.db, { scope, byOperator: false })).toBe(1);
  expect(await current()).toEqual(NOTHING);
});

test("a pause ends by itself, and is deleted later", async () => {
  const scope = { accountId: account, target: "all", name: "" } as const;
  await pause(scope, { seconds: 60 });
  expect(await current()).toMatchObject({ accounts: [account] });
  await database.pool.query("UPDATE queue_pauses SET ends_at = now() - interval '1 second'");
  expect(await current()).toEqual(NOTHING);
  expect(await listPauses(database, account)).toEqual([]);
  await deleteEndedPauses(database);
  expect((await database.pool.query("SELECT FROM queue_pauses")).rowCount).toBe(0);
});

test("a second pause of the same scope replaces the first", async () => {
  const scope = { accountId: account, target: "domain", name: "one.example" } as const;
  await pause(scope);
  await pause(scope, { seconds: 60 });
  expect(await listPauses(database, account)).toMatchObject([{ ends_at: expect.any(Date) }]);
});

test("an account ends its own pause of a scope, and an operator ends both", async () => {
  const scope = { accountId: account, target: "all", name: "" } as const;
  await pause(scope);
  await pause(scope, { byOperator: true });
  expect(await deletePauses(database.db, { scope, byOperator: false })).toBe(1);
  expect(await current()).toMatchObject({ accounts: [account] });
  await pause(scope);
  expect(await deletePauses(database.db, { scope, byOperator: true })).toBe(2);
  expect(await current()).toEqual(NOTHING);
});

test("an account sees pauses of its own and of all accounts", async () => {
  await pause({ accountId: account, target: "domain", name: "one.example" });
  await pause({ accountId: newId(), target: "all", name: "" });
  await pause({ accountId: null, target: "domain", name: "two.example" }, { byOperator: true });
  const seen = await listPauses(database, account);
  expect(seen.map(({ account_id, name }) => [account_id, name]).toSorted()).toEqual([
    [null, "two.example"],
    [account, "one.example"],
  ]);
  expect(await listPauses(database, null)).toHaveLength(3);
});
