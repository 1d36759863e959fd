import { beforeEach, expect, test } from "vitest";
import { newId } from "../../platform/ids/index.ts";
import { addSuppressions } from "./add-suppressions.ts";
import { clearUnsubscribe } from "./queries.ts";
import type { NewSuppression } from "./suppression.ts";
import { SuppressionsApi } from "./suppressions-api.fixture.ts";
import { sweepSuppressions } from "./sweep-suppressions.ts";

const api = new SuppressionsApi();
beforeEach(async () => {
  api.account = await api.createAccount();
});

const ADDRESS = "ada@example.com";
const source = { type: "import" as const, id: null };
const add = (suppression: Partial<NewSuppression>) =>
  addSuppressions(api.database.db, [
    { accountId: api.account, address: ADDRESS, reason: "unsubscribe", source, ...suppression },
  ]);
const hardBounce = { reason: "hard_bounce" as const };
const expiring = { reason: "manual" as const, expiresAt: new Date(Date.now() + 60_000) };
const expire = async () => {
  await api.database.pool.query(
    "UPDATE suppressions SET expires_at = now() - interval '1 second' WHERE account_id = $1 AND expires_at IS NOT NULL",
    [api.account],
  );
  await sweepSuppressions(api.database);
};
const clear = () => clearUnsubscribe(api.database.db, { accountId: api.account, addressKey: ADDRESS });

/** The events of the account in their order. */
async function events(): Promise<[type: string, detail: object][]> {
  const { rows } = await api.database.pool.query<{ type: string; detail: object }>(
    "SELECT type, detail FROM account_events WHERE account_id = $1 ORDER BY id",
    [api.account],
  );
  return rows.map(({ type, detail }) => [type, detail]);
}

const added = (reason: string) => ["suppression.added", { address: ADDRESS, reason, source: "import" }];
const removed = (reason: string) => ["suppression.removed", { address: ADDRESS, reason }];
const changed = (reason: string, unsubscribed: boolean) => [
  "suppression.changed",
  { address: ADDRESS, reason, unsubscribed },
];

test("a stronger reason, and an unsubscribe beside another reason, change a suppression", async () => {
  await add(expiring);
  await add(hardBounce);
  await add({});
  expect(await events()).toEqual([
    added("manual"),
    changed("hard_bounce", false),
    changed("hard_bounce", true),
  ]);
});

test("an added suppression names its source, and the email that caused it", async () => {
  const id = newId();
  await add({ ...hardBounce, source: { type: "email", id } });
  expect(await events()).toEqual([
    ["suppression.added", { address: ADDRESS, reason: "hard_bounce", source: "email", email_id: id }],
  ]);
});

test("what changes nothing writes no event", async () => {
  await add(hardBounce);
  await add(hardBounce);
  await add(expiring);
  await clear();
  expect(await events()).toEqual([added("hard_bounce")]);
});

test("an unsubscribe that is undone weakens a suppression, and removes one without another reason", async () => {
  await add(hardBounce);
  await add({});
  await clear();
  expect((await events()).slice(2)).toEqual([changed("hard_bounce", false)]);
  await api.call("DELETE", `/${ADDRESS}`);
  await add({});
  await clear();
  expect((await events()).slice(3)).toEqual([
    removed("hard_bounce"),
    added("unsubscribe"),
    removed("unsubscribe"),
  ]);
});

test("a suppression that expires is weakened to its unsubscribe, and removed without one", async () => {
  await add(expiring);
  await add({});
  await expire();
  expect((await events()).slice(2)).toEqual([changed("unsubscribe", true)]);
  const other = "bob@example.com";
  await add({ ...expiring, address: other });
  await expire();
  expect((await events()).slice(4)).toEqual([["suppression.removed", { address: other, reason: "manual" }]]);
});

test("many suppressions that expire are removed in several transactions", async () => {
  await api.database.pool.query(
    `INSERT INTO suppressions (account_id, address_key, address, id, reason, source, expires_at)
     SELECT $1, n || '@example.com', n || '@example.com', gen_random_uuid(), 'manual', 'import', now() - interval '1 second'
     FROM generate_series(1, 5001) n`,
    [api.account],
  );
  await sweepSuppressions(api.database);
  const { rows } = await api.database.pool.query(
    `SELECT count(*)::integer AS removed, count(DISTINCT xmin::text)::integer AS transactions FROM account_events
     WHERE account_id = $1 AND type = 'suppression.removed' GROUP BY account_id`,
    [api.account],
  );
  expect(rows).toEqual([{ removed: 5_001, transactions: 2 }]);
});

test("a removal by a filter weakens those that unsubscribed, and its undo strengthens them again", async () => {
  await add(hardBounce);
  await add({});
  await add({ ...hardBounce, address: "bob@example.com" });
  const preview = await api.call("POST", "/removals", { body: { filter: { reason: "hard_bounce" } } });
  const { id } = preview.body;
  await api.call("POST", `/removals/${id}/run`);
  expect((await events()).slice(3).sort()).toEqual([
    changed("unsubscribe", true),
    ["suppression.removed", { address: "bob@example.com", reason: "hard_bounce" }],
  ]);
  await api.call("POST", `/removals/${id}/restore`);
  expect((await events()).slice(5).sort()).toEqual([
    ["suppression.added", { address: "bob@example.com", reason: "hard_bounce", source: "import" }],
    changed("hard_bounce", true),
  ]);
});
