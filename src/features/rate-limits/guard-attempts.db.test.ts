import { beforeAll, expect, test } from "vitest";
import type { AppError } from "../../platform/errors/index.ts";
import { type TestNode, useTestApp } from "../keys/test-app.fixture.ts";
import { deleteDrainedCounters } from "./counters.ts";
import { guardPasswordAttempt, guardSignUp } from "./guard-attempts.ts";

const tested = useTestApp();
let node: TestNode;

beforeAll(async () => {
  node = tested.node;
});

/** Returns how many of N failed attempts were allowed; hashes nothing. */
async function fail(
  times: number,
  emailKey: (n: number) => string,
  ip: (n: number) => string,
): Promise<number> {
  let passed = 0;
  for (let n = 0; n < times; n += 1) {
    const attempt = guardPasswordAttempt(tested.database, emailKey(n), ip(n));
    passed += await attempt.then(
      () => 1,
      (error: AppError) => {
        expect(error).toMatchObject({ code: "too_many_attempts", status: 429 });
        return 0;
      },
    );
  }
  return passed;
}

const logIn = (at: TestNode, email: string, password: string, ip: string, headers = {}) =>
  at.auth({ action: "login", email, password }, { ip, headers });

test("ten failures on an account block their network on every node, and no other network (A13)", async () => {
  const { email, password } = await node.signUp("a13@example.com");
  const other = tested.another();
  for (let n = 0; n < 10; n += 1)
    expect((await logIn(n % 2 ? node : other, email, `wrong ${n}`, "203.0.113.1")).status).toBe(401);
  const refused = await logIn(other, email, password, "203.0.113.1");
  expect([refused.status, refused.body.error.code]).toEqual([429, "too_many_attempts"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.headers["ratelimit-policy"]).toBe('"attempts";q=10;w=600');
  expect(refused.headers.ratelimit).toBe(`"attempts";r=0;t=${refused.headers["retry-after"]}`);
  expect((await logIn(node, email, password, "203.0.113.2")).status).toBe(200);
});

test("an account under attack from everywhere accepts the right password from a network that has not failed (A13)", async () => {
  const { email, password } = await node.signUp("a13-botnet@example.com");
  await fail(
    200,
    () => email,
    (n) => `198.51.${n}.1`,
  );
  expect((await logIn(node, email, "wrong", "192.0.2.77")).status).toBe(401);
  expect((await logIn(node, email, "wrong again", "192.0.2.77")).status).toBe(429);
  expect((await logIn(node, email, password, "192.0.2.78")).status).toBe(200);
});

test("a full counter of an account stays full when attempts are refunded (A13)", async () => {
  const email = "a13-refunds@example.com";
  await fail(
    60,
    () => email,
    (n) => `198.51.${n}.2`,
  );
  const attempts = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => guardPasswordAttempt(tested.database, email, `203.0.${n}.2`)),
  );
  for (const attempt of attempts) await attempt.refund();
  expect(
    await fail(
      2,
      () => email,
      () => "192.0.2.90",
    ),
  ).toBe(1);
});

test("attempts that no one could verify do not count, and earlier failures still do (A13)", async () => {
  const { email, password } = await node.signUp("unverified@example.com");
  const ip = "203.0.113.20";
  const statuses = async (count: number, word: string) => {
    const found = new Set<number>();
    for (let n = 0; n < count; n += 1) found.add((await logIn(node, email, word, ip)).status);
    return [...found];
  };
  const { pool } = tested.database;
  const { rows } = await pool.query("SELECT password_hash FROM people WHERE email_key = $1", [email]);
  const store = (hash: string) =>
    pool.query("UPDATE people SET password_hash = $1 WHERE email_key = $2", [hash, email]);
  expect(await statuses(8, "wrong")).toEqual([401]);
  await store("cannot be read");
  expect(await statuses(12, password)).toEqual([500]);
  await store(rows[0].password_hash);
  expect(await statuses(2, "wrong")).toEqual([401]);
  expect(await statuses(1, password)).toEqual([429]);
});

test("IPv6 clients count by /64, and all spellings of an IPv4 address count as one client (A13)", async () => {
  const email = "a13-v6@example.com";
  expect(
    await fail(
      20,
      () => email,
      (n) => `2001:db8:1:2::${n.toString(16)}`,
    ),
  ).toBe(10);
  expect(
    await fail(
      1,
      () => email,
      () => "2001:db8:1:3::1",
    ),
  ).toBe(1);
  expect(
    await fail(
      12,
      () => "a13-v4@example.com",
      (n) => (n % 2 ? "192.0.2.5" : "::ffff:192.0.2.5"),
    ),
  ).toBe(10);
});

test("one attempt each on many accounts is limited by network (A14)", async () => {
  expect(
    await fail(
      60,
      (n) => `stuffed${n}@example.com`,
      () => "203.0.113.50",
    ),
  ).toBe(30);
  expect(
    await fail(
      1,
      () => "stuffed@example.com",
      () => "203.0.113.51",
    ),
  ).toBe(1);
});

test("a thousand attempts at once count as a thousand (A13)", async () => {
  const attempts = Array.from({ length: 100 }, () =>
    guardPasswordAttempt(tested.database, "burst@example.com", "203.0.113.60").then(
      () => 1,
      () => 0,
    ),
  );
  expect((await Promise.all(attempts)).reduce<number>((sum, passed) => sum + passed, 0)).toBe(10);
});

test("successful sign-ins do not count: a busy office is never refused (A13)", async () => {
  const { email } = await node.signUp("office@example.com");
  for (let n = 0; n < 50; n += 1) {
    const attempt = await guardPasswordAttempt(tested.database, email, "203.0.113.70");
    await attempt.succeeded();
  }
  expect(
    await fail(
      10,
      () => email,
      () => "203.0.113.70",
    ),
  ).toBe(10);
});

test("a success clears the failures, and they expire with time (A13)", async () => {
  const email = "later@example.com";
  expect(
    await fail(
      11,
      () => email,
      () => "203.0.113.80",
    ),
  ).toBe(10);
  const subjects = "subject LIKE '%later@example.com'";
  await tested.database.pool.query(
    // A full counter exceeds its capacity by a millisecond, and two queries may take less.
    `UPDATE attempt_counters SET drained_at = drained_at - interval '61 s' WHERE ${subjects}`,
  );
  expect(
    await fail(
      3,
      () => email,
      () => "203.0.113.80",
    ),
  ).toBe(1);
  await tested.database.pool.query(
    `UPDATE attempt_counters SET drained_at = now() - interval '1 s' WHERE ${subjects}`,
  );
  await deleteDrainedCounters(tested.database);
  const { rows } = await tested.database.pool.query(`SELECT subject FROM attempt_counters WHERE ${subjects}`);
  expect(rows).toEqual([]);
});

test("a forged X-Forwarded-For does not change the network; a trusted proxy's does (A19)", async () => {
  const email = "a19@example.com";
  const spoofed = (n: number) => ({ "x-forwarded-for": `198.51.100.${n}` });
  for (let n = 0; n < 10; n += 1) await logIn(node, email, "wrong", "203.0.113.90", spoofed(n));
  expect((await logIn(node, email, "wrong", "203.0.113.90", spoofed(99))).status).toBe(429);
  const behindProxy = tested.another({ TRUSTED_PROXIES: "10.0.0.1" });
  expect((await logIn(behindProxy, email, "wrong", "10.0.0.1", spoofed(99))).status).toBe(401);
  expect(
    (await logIn(behindProxy, email, "wrong", "10.0.0.1", { "x-forwarded-for": "203.0.113.90" })).status,
  ).toBe(429);
  // Entries before the proxy's own are written by the client and not trusted.
  const claimed = { "x-forwarded-for": "198.51.100.1, 203.0.113.90" };
  expect((await logIn(behindProxy, email, "wrong", "10.0.0.1", claimed)).status).toBe(429);
});

test("probing for registered addresses by sign-up is limited by network (A11)", async () => {
  for (let n = 0; n < 20; n += 1) await guardSignUp(tested.database, "203.0.113.100");
  const asked = await node.auth(
    { action: "signup", email: "a13@example.com", password: "secret" },
    { ip: "203.0.113.100" },
  );
  expect([asked.status, asked.body.error.code]).toEqual([429, "too_many_attempts"]);
});

test("a wrong current password counts like a failed sign-in", async () => {
  const { password, cookie } = await node.signUp("inside@example.com");
  const change = (current: string) =>
    node.auth(
      { action: "change_password", current_password: current, new_password: "something else" },
      { headers: { cookie }, ip: "203.0.113.110" },
    );
  for (let n = 0; n < 10; n += 1) expect((await change(`wrong ${n}`)).status).toBe(401);
  expect((await change(password)).status).toBe(429);
});
