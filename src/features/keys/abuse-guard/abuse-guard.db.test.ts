import { afterEach, beforeEach, expect, test } from "vitest";
import { awayFromEndOf } from "../../../../test/harness/away-from-end-of.ts";
import { until } from "../../../../test/harness/until.ts";
import type { SystemMail } from "../../accounts/index.ts";
import { KeyAuthenticator } from "../auth/key-authenticator.ts";
import { openTestApp, type TestApp, type TestNode } from "../test-app.fixture.ts";
import { AbuseGuard } from "./abuse-guard.ts";
import { deleteOldKeyHours } from "./queries.ts";

const thresholds = { recipients: 10, timesBusiest: 3, outcomes: 8, bouncedShare: 0.25 };

let tested: TestApp;
let cookie: string;
let accountId: string;
let key: { id: number; key: string };
let systemMails: (SystemMail & { to: string; idempotencyKey: string })[];

beforeEach(async () => {
  await awayFromEndOf("hour");
  tested = await openTestApp();
  systemMails = [];
  ({ cookie } = await tested.node.signUp("ada@example.com"));
  key = await tested.node.createKey(cookie, "Shop");
  accountId = (await tested.node.whoami(`Bearer ${key.key}`)).body.accountId;
});
afterEach(() => tested.close());

const query = async (text: string, values: unknown[] = []) =>
  (await tested.database.pool.query(text, values)).rows;
const guardOf = (node: TestNode) =>
  new AbuseGuard({
    ...node.deps,
    thresholds,
    sendSystemMail: async (_accountId, mail, idempotencyKey) => systemMails.push({ ...mail, idempotencyKey }),
  });
const sent = (hoursAgo: number, recipients: number) =>
  query(
    `INSERT INTO key_hours VALUES ($1, $2, date_trunc('hour', now(), 'UTC') - make_interval(hours => $3), $4, 0, 0)`,
    [accountId, key.id, hoursAgo, recipients],
  );
const counted = async () =>
  (
    await query(
      "SELECT recipients, delivered, bounced FROM key_hours WHERE key_id = $1 ORDER BY hour DESC LIMIT 1",
      [key.id],
    )
  )[0];
/** Waits until N recipients are counted, and for one more count, by which a pause would have happened. */
const countTwice = async (guard: AbuseGuard, recipients: number) => {
  const isCounted = async (sum: number) => (await counted())?.recipients === sum;
  await until(() => isCounted(recipients), { what: "the recipients to be counted" });
  guard.countAccepted(ours(), 1);
  await until(() => isCounted(recipients + 1), { what: "one more to be counted" });
};
const ours = () => ({ accountId, keyId: key.id });
const statusAt = async (node: TestNode) => (await node.whoami(`Bearer ${key.key}`)).status;
const paused = async () =>
  (await query("SELECT paused_reason FROM api_keys WHERE id = $1", [key.id]))[0]?.paused_reason ?? null;
const resume = (id = key.id, as = cookie) =>
  tested.node.call("POST", `/api/keys/${id}/resume`, { headers: { cookie: as } });
const audited = async () =>
  (await tested.node.call("GET", "/api/audit", { headers: { cookie } })).body.events.map(
    (event: { action: string; actor: { type: string } }) => [event.action, event.actor.type],
  );

test("nodes count together; the key is paused once on all nodes, and its people are notified (B8)", async () => {
  const other = tested.another();
  const guards = [tested.node, other].map(guardOf);
  await sent(48, 5);
  await query(
    `WITH bob AS (
      INSERT INTO people (id, email, email_key, password_hash)
      VALUES (gen_random_uuid(), 'bob@example.com', 'bob@example.com', '') RETURNING id
    ) INSERT INTO memberships (account_id, person_id, role) SELECT $1, id, 'owner' FROM bob`,
    [accountId],
  );
  // Each node alone is below the limit of 3 × 5.
  for (const guard of guards) for (let n = 0; n < 4; n += 1) guard.countAccepted(ours(), 2);
  const reason = await until(paused, { what: "the key to be paused" });
  expect(reason).toBe(
    "It sent to 16 recipients within an hour. In the 14 days before, its busiest hour had 5.",
  );
  for (const node of [tested.node, other]) {
    await until(async () => (await statusAt(node)) === 403, { within: 1_000, what: "the key to be refused" });
    const { error } = (await node.whoami(`Bearer ${key.key}`)).body;
    expect(error.code).toBe("key_paused");
    expect(error.message).toContain(reason);
    const response = await new KeyAuthenticator(node.deps).authenticate({ secret: key.key, ip: "192.0.2.1" });
    expect(!response.ok && response.refusal.code).toBe("key_paused");
  }
  const { keys } = (await tested.node.call("GET", "/api/keys", { headers: { cookie } })).body;
  expect(keys).toMatchObject([{ status: "paused", paused_reason: reason, paused_at: expect.any(String) }]);

  await until(() => systemMails.length === 2, { what: "both people to be notified" });
  expect(systemMails.map(({ to }) => to).sort()).toEqual(["ada@example.com", "bob@example.com"]);
  expect(systemMails[0]).toMatchObject({ subject: "The API key “Shop” was paused" });
  for (const part of [reason, "http://localhost:3000/keys"]) expect(systemMails[0]?.text).toContain(part);
  expect(new Set(systemMails.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  expect(systemMails[0]?.idempotencyKey).toMatch(/^[!-~]{1,256}$/);
  expect(await audited()).toEqual([
    ["key.paused", "system"],
    ["key.created", "user"],
    ["user.signed_up", "user"],
  ]);
  expect(
    tested.node.logged.concat(other.logged).filter((line) => line.includes('"key.paused"')),
  ).toHaveLength(1);
});

test("ten processes that detect the abuse at once pause the key once (B8)", async () => {
  await sent(48, 0);
  for (let n = 0; n < 10; n += 1) guardOf(tested.node).countAccepted(ours(), 20);
  await until(async () => (await counted())?.recipients === 200, { what: "all to be counted" });
  await until(() => systemMails.length > 0, { what: "Ada to be notified" });
  expect(systemMails).toHaveLength(1);
  expect((await audited()).filter(([action]: [string]) => action === "key.paused")).toHaveLength(1);
});

test("a resumed key is not paused again in the same hour, but may be in the next (B8)", async () => {
  const guard = guardOf(tested.node);
  await sent(48, 0);
  guard.countAccepted(ours(), 11);
  await until(paused, { what: "the key to be paused" });
  await until(async () => (await statusAt(tested.node)) === 403, {
    within: 1_000,
    what: "the key to be refused",
  });
  const { status, body } = await resume();
  expect([status, body.status, body.paused_at, body.paused_reason]).toEqual([200, "active", null, null]);
  expect((await resume()).status).toBe(200);
  await until(async () => (await statusAt(tested.node)) === 200, {
    within: 1_000,
    what: "the key to be accepted",
  });
  expect((await audited()).slice(0, 2)).toEqual([
    ["key.resumed", "user"],
    ["key.paused", "system"],
  ]);

  guard.countAccepted(ours(), 500);
  await countTwice(guard, 511);
  expect(await paused()).toBeNull();
  // As if the key had been resumed in the hour before.
  await query("UPDATE api_keys SET resumed_at = resumed_at - interval '1 hour' WHERE id = $1", [key.id]);
  guard.countAccepted(ours(), 1);
  await until(paused, { what: "the key to be paused again" });
  await until(() => systemMails.length === 2, { what: "Ada to be notified again" });
});

test("bounces pause a key, even a new one; other keys of the account keep working (B8)", async () => {
  const second = await tested.node.createKey(cookie, "Another");
  const guard = guardOf(tested.node);
  for (let n = 0; n < 5; n += 1) guard.countOutcome(ours(), "delivered");
  for (let n = 0; n < 3; n += 1) guard.countOutcome(ours(), "bounced");
  guard.countOutcome({ accountId, keyId: second.id }, "delivered");
  const reason = await until(paused, { what: "the key to be paused" });
  expect(reason).toBe("Within an hour, 3 of 8 recipients bounced (38 %).");
  expect(await counted()).toEqual({ recipients: 0, delivered: 5, bounced: 3 });
  expect((await tested.node.whoami(`Bearer ${second.key}`)).status).toBe(200);
});

test.each([
  ["a new key", []],
  ["a key of 23 hours", [[23, 1]]],
  ["a key that had such an hour 13 days ago", [[13 * 24, 400]]],
])("%s may send a lot (B8)", async (_, hours) => {
  for (const [hoursAgo, recipients] of hours as [number, number][]) await sent(hoursAgo, recipients);
  const guard = guardOf(tested.node);
  guard.countAccepted(ours(), 1_000);
  await countTwice(guard, 1_000);
  expect(await paused()).toBeNull();
});

test("a key that was idle for months does not count as new, and its old volume is forgotten (B8)", async () => {
  await sent(90 * 24, 5);
  await sent(80 * 24, 400);
  await deleteOldKeyHours(tested.database);
  expect(await query("SELECT recipients FROM key_hours")).toEqual([{ recipients: 400 }]);
  guardOf(tested.node).countAccepted(ours(), 11);
  expect(await until(paused, { what: "the key to be paused" })).toContain("its busiest hour had 0.");
});

test("counts that the database did not store are kept, and deleted keys do no harm", async () => {
  const guard = guardOf(tested.node);
  await query("ALTER TABLE key_hours RENAME TO away");
  guard.countAccepted(ours(), 3);
  await until(() => tested.node.logged.some((line) => line.includes("abuse_guard.not_counted")), {
    what: "the count to fail",
  });
  await query("ALTER TABLE away RENAME TO key_hours");
  guard.countAccepted(ours(), 4);
  guard.countAccepted({ accountId, keyId: 999_999 }, 5);
  await until(async () => (await counted())?.recipients === 7, { what: "all to be counted" });
});

test("a user cannot resume a key of another account (B8)", async () => {
  await query("UPDATE api_keys SET paused_at = now(), paused_reason = 'It did.' WHERE id = $1", [key.id]);
  const eve = await tested.node.signUp("eve@example.com");
  expect((await resume(key.id, eve.cookie)).status).toBe(404);
  expect(await paused()).toBe("It did.");
});
