import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { QUEUE_ALERT_RULES } from "../alert-rules.ts";
import { upsertPause } from "../pauses/queries.ts";
import { findOldestReady } from "./find-oldest-ready.ts";

const database = useDatabase();
const [ours, other] = [newId(), newId()];
const OLDEST = new Date("2026-11-01T00:00:00Z");
const NEXT = new Date("2026-11-02T00:00:00Z");
const FOREIGN = new Date("2026-11-03T00:00:00Z");

beforeEach(async () => {
  await database.pool.query("TRUNCATE recipients, emails, queue_pauses, provider_domains CASCADE");
  await storeEmails(database, [
    draftEmail(ours, { to: ["a@one.example", "b@two.example"], subject: "x", text: "x" }),
    draftEmail(other, { to: "c@one.example", subject: "x", text: "x" }),
  ]);
  for (const [address, dueAt] of [
    ["a@one.example", OLDEST],
    ["b@two.example", NEXT],
    ["c@one.example", FOREIGN],
  ])
    await database.pool.query("UPDATE recipients SET due_at = $2 WHERE address = $1", [address, dueAt]);
  await database.pool.query(
    "INSERT INTO provider_domains (domain, provider) VALUES ('one.example', 'big.example')",
  );
});

const oldestOf = async (accountId: string | null) => (await findOldestReady(database, accountId)).oldestAt;

type Scope = Parameters<typeof upsertPause>[1]["scope"];

const pause = (scope: Scope, seconds: number | null = null) =>
  upsertPause(database.db, {
    ...{ scope, seconds },
    ...{ kind: "pause", reason: null, byOperator: false, personId: null },
  });

test.each<[string, Scope, Date | null]>([
  ["all mail of the account", { accountId: ours, target: "all", name: "" }, null],
  ["all mail of all accounts", { accountId: null, target: "all", name: "" }, null],
  ["the oldest domain", { accountId: ours, target: "domain", name: "one.example" }, NEXT],
  [
    "the provider of the oldest domain",
    { accountId: ours, target: "destination", name: "big.example" },
    NEXT,
  ],
  ["the domain for all accounts", { accountId: null, target: "domain", name: "one.example" }, NEXT],
  ["a domain with the provider's name", { accountId: ours, target: "domain", name: "big.example" }, OLDEST],
  ["another domain", { accountId: ours, target: "domain", name: "two.example" }, OLDEST],
  ["mail of another account", { accountId: other, target: "all", name: "" }, OLDEST],
])("a pause of %s", async (_what, scope, oldest) => {
  expect(await oldestOf(ours)).toEqual(OLDEST);
  await pause(scope);
  expect(await oldestOf(ours)).toEqual(oldest);
});

test("a pause that has ended hides nothing", async () => {
  await pause({ accountId: ours, target: "all", name: "" }, 60);
  expect(await oldestOf(ours)).toBe(null);
  await database.pool.query("UPDATE queue_pauses SET ends_at = now()");
  expect(await oldestOf(ours)).toEqual(OLDEST);
});

test("of all accounts, the mail of those that are not paused counts", async () => {
  expect(await oldestOf(null)).toEqual(OLDEST);
  await pause({ accountId: ours, target: "all", name: "" });
  expect(await oldestOf(null)).toEqual(FOREIGN);
});

test("mail that is due later or in flight does not wait", async () => {
  await database.pool.query("UPDATE recipients SET ready = false");
  expect(await oldestOf(null)).toBe(null);
});

/** Gives an account more destinations than count: `d10.example` and so on. */
async function fill(accountId: string): Promise<void> {
  await database.pool.query(
    `INSERT INTO recipients (account_id, email_id, position, address, address_key, ready, due_at)
     SELECT account_id, email_id, n, 'a@d' || n || '.example', 'a@d' || n || '.example', true, now()
     FROM recipients, generate_series(10, 2109) n WHERE account_id = $1 AND position = 0`,
    [accountId],
  );
}

const isPartial = async (accountId: string | null) => (await findOldestReady(database, accountId)).isPartial;

test("a paused account with many destinations hides no other account's mail", async () => {
  await fill(ours);
  await pause({ accountId: ours, target: "all", name: "" });
  expect(await findOldestReady(database, null)).toEqual({ oldestAt: FOREIGN, isPartial: false });
  const incidents = await QUEUE_ALERT_RULES.queue_stuck.find({ database, threshold: 10 } as never);
  expect(incidents).toHaveLength(1);
});

test("many paused domains hide no other mail of their account", async () => {
  await fill(ours);
  await database.pool.query(
    "INSERT INTO provider_domains (domain, provider) SELECT 'd' || n || '.example', 'big.example' FROM generate_series(10, 2109) n",
  );
  await pause({ accountId: null, target: "destination", name: "big.example" });
  expect(await findOldestReady(database, ours)).toEqual({ oldestAt: NEXT, isPartial: false });
});

test("an account with too many destinations hides no other account's mail, and the result is partial", async () => {
  expect(await isPartial(null)).toBe(false);
  await fill(ours);
  await database.pool.query("UPDATE recipients SET due_at = now() WHERE account_id = $1", [ours]);
  expect(await findOldestReady(database, null)).toEqual({ oldestAt: FOREIGN, isPartial: true });
  expect(await isPartial(other)).toBe(false);
});
