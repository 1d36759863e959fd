import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { newId } from "../../../platform/ids/index.ts";
import { cooldownMs } from "./cooldowns.ts";
import { openRelay, recordRelaySuccess, recordRelayTest, takeProbe } from "./health-queries.ts";

const database = useDatabase();
let key: { accountId: string; id: string };

beforeEach(async () => {
  key = { accountId: newId(), id: newId() };
  await database.pool.query(
    `INSERT INTO relays (account_id, id, name, kind, url, weight, enabled)
     VALUES ($1, $2, 'a relay', 'smtp', 'smtp://relay.example', 1, true)`,
    [key.accountId, key.id],
  );
});

const open = (failure: { isRefusal?: boolean; wasProbe?: boolean; error?: string } = {}) =>
  openRelay(database, { ...key, isRefusal: false, wasProbe: false, error: "refused", ...failure });

async function health() {
  const { rows } = await database.pool.query(
    `SELECT state, failures, last_error AS error, retry_at > now() AS waits, last_success_at IS NOT NULL AS worked, test_error
     FROM relays WHERE id = $1`,
    [key.id],
  );
  return rows[0];
}

const endCooldown = () => database.pool.query("UPDATE relays SET retry_at = now() WHERE id = $1", [key.id]);

test("workers that see the same failure start one cooldown", async () => {
  const opened = await Promise.all([open(), open({ error: "also refused" }), open()]);
  for (const one of opened) {
    expect(one?.isNewRefusal).toBe(false);
    expect(one?.retryInMs).toBeGreaterThan(0);
    expect(one?.retryInMs).toBeLessThanOrEqual(10_000);
  }
  expect(await health()).toMatchObject({ state: "open", failures: 1, waits: true });
});

test.each([
  ["an unreachable relay", false],
  ["a relay that rejects the credentials", true],
])(
  "%s: each failed probe makes the cooldown longer, as for a relay without a row",
  async (_what, isRefusal) => {
    for (let failures = 0; failures < 15; failures += 1) {
      const opened = await open({ isRefusal, wasProbe: failures > 0 });
      // The clock of the database goes on between the update and its result.
      const expected = cooldownMs({ failures, isRefusal });
      expect(opened?.retryInMs).toBeGreaterThan(expected - 1_000);
      expect(opened?.retryInMs).toBeLessThanOrEqual(expected);
      await endCooldown();
    }
  },
);

test("rejected credentials are new once, and lengthen the cooldown of an unreachable relay", async () => {
  await open();
  const refusals = [await open({ isRefusal: true }), await open({ isRefusal: true })];
  expect(refusals.map((opened) => opened?.isNewRefusal)).toEqual([true, false]);
  expect(refusals[0]?.retryInMs).toBeGreaterThan(10_000);
  expect(await health()).toMatchObject({ state: "auth_failed", failures: 2 });
});

test("a network failure does not hide rejected credentials", async () => {
  await open({ isRefusal: true });
  await open({ error: "timeout" });
  expect(await health()).toMatchObject({ state: "auth_failed", failures: 1, error: "timeout" });
});

test("after the cooldown, one worker sends the probe", async () => {
  await open();
  expect(await takeProbe(database, key)).toBe(false);
  await endCooldown();
  const taken = await Promise.all([1, 2, 3, 4].map(() => takeProbe(database, key)));
  expect(taken.filter(Boolean)).toEqual([true]);
  // It may probe again only if its result does not come.
  expect(await takeProbe(database, key)).toBe(false);
});

test("a relay that works needs no probe, and its next failure counts as the first", async () => {
  expect(await takeProbe(database, key)).toBe(false);
  await open();
  await open({ wasProbe: true });
  await recordRelaySuccess(database, key);
  expect(await health()).toEqual({
    ...{ state: "closed", failures: 0, waits: null, worked: true, test_error: null },
    // Shown until the next failure.
    error: "refused",
  });
  expect((await open())?.retryInMs).toBeLessThanOrEqual(10_000);
});

test("a successful test ends the cooldown, and a failed one does not", async () => {
  await open();
  await recordRelayTest(database, key, "535 wrong password");
  expect(await health()).toMatchObject({ waits: true, test_error: "535 wrong password" });
  await recordRelayTest(database, key, null);
  expect(await health()).toMatchObject({ state: "open", waits: false, test_error: null });
  expect(await takeProbe(database, key)).toBe(true);
});

test("a removed relay has no health", async () => {
  await database.pool.query("DELETE FROM relays WHERE id = $1", [key.id]);
  expect(await open()).toBe(null);
  expect(await takeProbe(database, key)).toBe(false);
});

test("the relay of another account with the same id is not changed", async () => {
  await openRelay(database, { ...key, accountId: newId(), isRefusal: true, wasProbe: false, error: "x" });
  expect(await health()).toMatchObject({ state: "closed", failures: 0 });
});
