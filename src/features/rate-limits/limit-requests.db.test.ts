import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { until } from "../../../test/harness/until.ts";
import { openTestApp, type TestApp, type TestNode } from "../keys/test-app.fixture.ts";
import { takeRequest } from "./limit-requests.ts";
import { RequestRate } from "./request-rate.ts";

let tested: TestApp;
/** 25 seconds into a minute. The clocks of this machine and of the database stand still in these tests. */
const start = Date.parse("2026-11-21T08:30:25.000Z");

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: start }));
afterEach(async () => {
  vi.useRealTimers();
  await tested.close();
});

async function open(limit: number) {
  tested = await openTestApp({ RATE_LIMIT: String(limit) });
  await setDatabaseClock(start);
  const keyOf = async (email: string) => {
    const { cookie } = await tested.node.signUp(email);
    return (await tested.node.createKey(cookie)).key;
  };
  return { node: tested.node, key: await keyOf("ada@example.com"), keyOf };
}

const setDatabaseClock = (ms: number) =>
  tested.database.pool.query(
    `CREATE OR REPLACE FUNCTION shared_clock() RETURNS timestamptz LANGUAGE sql AS 'SELECT to_timestamp(${ms / 1_000})'`,
  );

const call = (at: TestNode, key: string, url = "/api/v1/whoami") =>
  at.call("GET", url, { headers: { authorization: `Bearer ${key}` } });

/** Requests that nodes have shared through the database. */
async function countShared(): Promise<number> {
  const { rows } = await tested.database.pool.query(
    "SELECT coalesce(sum(taken), 0)::integer AS shared FROM request_counts",
  );
  return rows[0].shared;
}

/** Returns how many of N requests were allowed. */
async function count(times: number, nodes: TestNode[], key: string): Promise<number> {
  let passed = 0;
  for (let n = 0; n < times; n += 1) {
    passed += Number((await call(nodes[n % nodes.length] as TestNode, key)).status === 200);
    // Requests come one after the other from outside; inject() leaves no time for anything between them.
    await pause(1);
  }
  return passed;
}

test("every response to a request with a key has the rate limit headers", async () => {
  const { node, key } = await open(1_000);
  const rateOf = async (url: string) => {
    const { status, headers } = await call(node, key, url);
    return [status, headers["ratelimit-policy"], headers.ratelimit];
  };
  const policy = '"default";q=1000;w=60';
  expect(await rateOf("/api/v1/whoami")).toEqual([200, policy, '"default";r=999;t=35']);
  await setDatabaseClock(start + 1_500);
  vi.setSystemTime(start + 1_500);
  expect(await rateOf("/api/v1/whoami")).toEqual([200, policy, '"default";r=998;t=34']);
  // Paths that do not exist have a count of their own until the counts are exchanged.
  expect(await rateOf("/api/v1/nothing")).toEqual([
    404,
    policy,
    expect.stringMatching(/^"default";r=\d+;t=34$/),
  ]);
  expect((await node.call("GET", "/api/v1/whoami")).headers).not.toHaveProperty("ratelimit");
});

test("an account over its limit is refused until the minute is over, and no other account is", async () => {
  const { node, key, keyOf } = await open(10);
  const other = await keyOf("grace@example.com");
  expect(await count(15, [node], key)).toBe(10);
  const refused = await call(node, key);
  expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"]);
  expect(refused.headers).toMatchObject({
    "retry-after": "35",
    "ratelimit-policy": '"default";q=10;w=60',
    ratelimit: '"default";r=0;t=35',
  });
  expect((await call(node, other)).status).toBe(200);
  await until(async () => (await countShared()) === 11, { what: "all counts to be shared" });
  await setDatabaseClock(start + 35_000);
  vi.setSystemTime(start + 35_000);
  expect(await count(15, [node], key)).toBe(10);
});

test("two nodes share the limit, and two keys of an account do", async () => {
  const { node, key } = await open(200);
  const other = tested.another();
  let passed = 0;
  for (let n = 0; n < 400; n += 1) {
    passed += await count(1, [n % 2 ? other : node], key);
    // Regardless of the round-trip time, each node has at most a twentieth of the limit that it has not shared.
    const isShared = async () => (await countShared()) > passed - 2 * 10;
    await until(isShared, { every: 1, what: "the count to be shared" });
  }
  // Each node shares its count after a twentieth of the limit, so the overshoot is at most that.
  expect(passed).toBeGreaterThanOrEqual(200);
  expect(passed).toBeLessThan(260);
  const { cookie } = await node.auth({
    action: "login",
    email: "ada@example.com",
    password: "a long password",
  });
  const second = await node.createKey(cookie);
  for (const each of [node, other]) {
    const isRefused = async () => (await call(each, second.key)).status === 429;
    await until(isRefused, { what: "the node to know" });
  }
});

test("requests by another protocol share the limit", async () => {
  const { node, key } = await open(1_000);
  const { database, log, config } = tested.another().deps;
  const rate = new RequestRate({ database, log, limit: config.rateLimit });
  const { accountId } = (await call(node, key)).body;
  const refusalOf = (times: number) => {
    try {
      for (let n = 0; n < times; n += 1) takeRequest(rate, accountId);
      return null;
    } catch (error) {
      return (error as { code?: unknown }).code;
    }
  };
  expect(refusalOf(1_000)).toBeNull();
  const isRefused = async () => (await call(node, key)).status === 429;
  await until(isRefused, { every: 100, what: "the HTTP requests to be refused" });
  expect(refusalOf(1)).toBe("rate_limited");
});

test.each([
  ["behind", -600_000],
  ["ahead", 600_000],
  ["half a minute ahead", 30_000],
])("a node whose clock is %s shares the limit and the minute with the others (F13)", async (_, aheadMs) => {
  const { node, key } = await open(200);
  const other = tested.another();
  const at = async (one: TestNode, aheadMs: number) => {
    vi.setSystemTime(start + aheadMs);
    return await call(one, key);
  };
  const remainingOf = (response: Awaited<ReturnType<typeof call>>) =>
    /r=(\d+);t=(\d+)/.exec(String(response.headers.ratelimit))?.slice(1).map(Number) ?? [];
  for (let n = 0; n < 90; n += 1) expect((await at(node, 0)).status).toBe(200);
  for (let n = 0; n < 90; n += 1) expect((await at(other, aheadMs)).status).toBe(200);
  for (const [one, ahead] of [
    [node, 0],
    [other, aheadMs],
  ] as const) {
    const knows = async () => {
      const [remaining = 200, secondsLeft] = remainingOf(await at(one, ahead));
      return remaining < 20 && secondsLeft === 35;
    };
    await until(knows, { every: 300, what: "the node to know" });
  }
});

test("a node that was idle gets the count of the other node", async () => {
  const { node, key } = await open(1_000);
  const other = tested.another();
  expect(await count(30, [node], key)).toBe(30);
  const knows = async () => {
    const { headers } = await call(other, key);
    return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]) < 970;
  };
  await until(knows, { every: 100, what: "the other node to know" });
});

test("a thousand requests cost a few exchanges with the database", async () => {
  const { node, key } = await open(1_000_000);
  const { pool } = tested.database;
  await pool.query(`CREATE SEQUENCE exchanges;
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('exchanges'); RETURN NEW; END $$;
    CREATE TRIGGER note BEFORE INSERT ON request_counts FOR EACH ROW EXECUTE FUNCTION note()`);
  const began = performance.now();
  expect(await count(1_000, [node], key)).toBe(1_000);
  const sum = async () => (await pool.query("SELECT taken FROM request_counts")).rows[0]?.taken === 1_000;
  await until(sum, { what: "all counts to be shared" });
  const { rows } = await pool.query("SELECT last_value::int AS count FROM exchanges");
  expect(rows[0].count).toBeLessThanOrEqual(Math.ceil((performance.now() - began) / 1_000) + 1);
});

test("while counts cannot be shared, each node enforces the limit by itself", async () => {
  const { node, key } = await open(10);
  const other = tested.another();
  await tested.database.pool.query("ALTER TABLE request_counts RENAME TO away");
  expect(await count(15, [node], key)).toBe(10);
  expect(await count(15, [other], key)).toBe(10);
});

test("RATE_LIMIT=0 means no limit and no headers", async () => {
  const { node, key } = await open(0);
  expect(await count(20, [node], key)).toBe(20);
  expect((await call(node, key)).headers).not.toHaveProperty("ratelimit-policy");
});
