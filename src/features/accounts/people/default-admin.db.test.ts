import { afterEach, expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { openTestApp, type TestApp } from "../../keys/test-app.fixture.ts";
import { defaultPasswordStands, ensureDefaultAdmin, findDefaultPassword } from "./default-admin.ts";

let tested: TestApp;
afterEach(() => tested.close());

const countPeople = async () =>
  (await tested.database.pool.query("SELECT count(*) FROM people")).rows[0].count;

test("the first admin can do nothing before it has changed its password (A1)", async () => {
  tested = await openTestApp();
  const { node } = tested;
  const { config } = node.deps;
  expect(await ensureDefaultAdmin(tested.database, config)).toEqual({ created: true });
  expect(await defaultPasswordStands(tested.database, config)).toBe(true);

  const credentials = { email: "admin@example.com", password: "posthouse" };
  const signedIn = await node.auth({ action: "login", ...credentials });
  expect(signedIn.body).toEqual({
    success: true,
    user: { email: "admin@example.com", name: null },
    must_change_password: true,
  });
  const headers = { cookie: signedIn.cookie };
  expect((await node.call("GET", "/api/auth", { headers })).body.must_change_password).toBe(true);
  for (const [method, url, body] of [
    ["GET", "/api/keys"],
    ["POST", "/api/keys", { name: "x" }],
    ["DELETE", "/api/keys/1"],
    ["GET", "/api/sessions"],
    ["DELETE", "/api/sessions"],
    ["GET", "/api/account"],
    ["PATCH", "/api/account", { name: "x" }],
  ] as const) {
    const refused = await node.call(method, url, { headers, body });
    expect([method, url, refused.status, refused.body.error.code]).toEqual([
      method,
      url,
      403,
      "password_change_required",
    ]);
  }

  // Two bypasses: keeping the documented password, or keeping the cookie from before the change.
  const change = (next: string) =>
    node.auth({ action: "change_password", current_password: "posthouse", new_password: next }, { headers });
  expect((await change("posthouse")).status).toBe(422);
  const changed = await change("my own password");
  expect(changed.body).toEqual({ success: true, user: { email: "admin@example.com", name: null } });
  expect((await node.call("GET", "/api/keys", { headers })).status).toBe(401);
  expect((await node.call("GET", "/api/keys", { headers: { cookie: changed.cookie } })).status).toBe(200);
  expect(await defaultPasswordStands(tested.database, config)).toBe(false);
  expect((await node.auth({ action: "login", ...credentials })).status).toBe(401);
});

test("the first password is found although DEFAULT_ADMIN_EMAIL and its password have changed since", async () => {
  tested = await openTestApp();
  const { config } = tested.node.deps;
  await ensureDefaultAdmin(tested.database, config);
  const later = { ...config, defaultAdminEmail: "ops@example.com", defaultAdminPassword: "chosen later" };
  expect(await findDefaultPassword(tested.database, later)).toBe("admin@example.com");
  await tested.database.pool.query("UPDATE people SET must_change_password = false");
  expect(await findDefaultPassword(tested.database, later)).toBeNull();
});

test("signing out is allowed before the change (A1)", async () => {
  tested = await openTestApp();
  const { node } = tested;
  await ensureDefaultAdmin(tested.database, node.deps.config);
  const { cookie } = await node.auth({ action: "login", email: "admin@example.com", password: "posthouse" });
  expect((await node.auth({ action: "logout" }, { headers: { cookie } })).status).toBe(200);
  expect((await node.call("GET", "/api/auth", { headers: { cookie } })).body.authenticated).toBe(false);
});

test("instances that start at once create one admin, and none if a person exists (A2)", async () => {
  tested = await openTestApp();
  const nodes = Array.from({ length: 4 }, (_, n) =>
    tested.another({ DEFAULT_ADMIN_EMAIL: `ops${n}@example.com` }),
  );
  const gate = await tested.database.pool.connect();
  await gate.query("BEGIN; LOCK TABLE accounts IN SHARE MODE");
  const launches = nodes.map(({ deps }) => ensureDefaultAdmin(deps.database, deps.config));
  const waiting =
    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  const allWait = async () => (await tested.database.pool.query(waiting)).rows[0].count === nodes.length;
  await until(allWait, { what: "all instances to wait for the lock" });
  await gate.query("COMMIT");
  gate.release();
  expect((await Promise.all(launches)).filter(({ created }) => created)).toHaveLength(1);
  expect(await countPeople()).toBe(1);
  const late = tested.another({ DEFAULT_ADMIN_EMAIL: "late@example.com" });
  expect(await ensureDefaultAdmin(late.deps.database, late.deps.config)).toEqual({ created: false });
  expect(await countPeople()).toBe(1);
});

test("SaaS mode never creates a default admin", async () => {
  tested = await openTestApp({ PAYMENT_SECRET_KEY: "sk_test" });
  const { deps } = tested.node;
  expect(await ensureDefaultAdmin(tested.database, deps.config)).toEqual({ created: false });
  expect(await countPeople()).toBe(0);
  expect(await defaultPasswordStands(tested.database, deps.config)).toBe(false);
  await tested.node.signUp("first@example.com");
});

test("the address and the password of the default admin are settings", async () => {
  tested = await openTestApp({
    DEFAULT_ADMIN_EMAIL: "Ops@example.com",
    DEFAULT_ADMIN_PASSWORD: "at the start",
  });
  const { node } = tested;
  await ensureDefaultAdmin(tested.database, node.deps.config);
  const signedIn = await node.auth({ action: "login", email: "ops@example.com", password: "at the start" });
  expect(signedIn.body).toMatchObject({ user: { email: "Ops@example.com" }, must_change_password: true });
});
