import { beforeAll, expect, test } from "vitest";
import { resetPassword } from "../accounts/people/reset-password.ts";
import { createKeyForEmail } from "../keys/create-key-for-email.ts";
import { type TestNode, useTestApp } from "../keys/test-app.fixture.ts";

const tested = useTestApp();
let node: TestNode;

beforeAll(async () => {
  node = tested.node;
});

const audit = async (cookie: string, query = "") =>
  (await node.call("GET", `/api/audit${query}`, { headers: { cookie } })).body;

/** The audit events about keys, without those about sign-ins and settings. */
const keyEvents = (events: { action: string }[]) => events.filter(({ action }) => action.startsWith("key."));

test("actions on a key are recorded with author, change and network, and without secrets", async () => {
  const { cookie } = await node.signUp("ada@example.com");
  const call = (method: "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
    node.call(method, `/api/keys${path}`, { body, headers: { cookie }, ip: "2001:db8:1:2::9" });
  const created = (await call("POST", "", { name: "Shop", daily_limit: 5 })).body;
  await call("PATCH", `/${created.id}`, { name: "Shop 2", daily_limit: 5, networks: ["10.0.0.0/8"] });
  await call("PATCH", `/${created.id}`, { name: "Shop 2" });
  const rotated = (await call("POST", `/${created.id}/rotate`, { overlap_seconds: 60 })).body;
  await call("DELETE", `/${created.id}`);
  await call("DELETE", `/${created.id}`);

  const { events, pagination } = await audit(cookie);
  const by = { type: "user", user_id: expect.any(String), email: "ada@example.com", key_id: null };
  const expected = [
    ["key.revoked", { name: "Shop 2" }],
    ["key.rotated", { overlap_seconds: 60, old_prefix: created.prefix, new_prefix: rotated.prefix }],
    ["key.changed", { name: { from: "Shop", to: "Shop 2" }, networks: { from: null, to: ["10.0.0.0/8"] } }],
    ["key.created", { name: "Shop", daily_limit: 5 }],
  ].map(([action, detail]) => ({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    action,
    actor: by,
    key: { id: created.id, name: "Shop 2" },
    detail,
    network: "2001:db8:1:2::/64",
  }));
  expect(keyEvents(events)).toEqual(expected);
  expect(pagination).toEqual({ limit: 50, has_more: false, next_cursor: null });
  for (const key of [created.key, rotated.key]) expect(JSON.stringify(events)).not.toContain(key.slice(12));
});

test("a key and its audit entry are written together or not at all", async () => {
  const { cookie } = await node.signUp("grace@example.com");
  const create = () => node.call("POST", "/api/keys", { body: { name: "n" }, headers: { cookie } });
  const pool = tested.database.pool;
  await pool.query("ALTER TABLE audit_events ADD CONSTRAINT closed CHECK (action = 'none') NOT VALID");
  expect((await create()).status).toBe(500);
  await pool.query("ALTER TABLE audit_events DROP CONSTRAINT closed");
  expect((await node.call("GET", "/api/keys", { headers: { cookie } })).body.keys).toEqual([]);
  await node.call("POST", "/api/keys", { body: { name: "" }, headers: { cookie } });
  expect(keyEvents((await audit(cookie)).events)).toEqual([]);
});

test("a key created on the command line is recorded as the operator's action", async () => {
  const { cookie } = await node.signUp("op@example.com");
  await createKeyForEmail(tested.database, { email: "op@example.com", name: "cli", permission: "send" });
  expect(keyEvents((await audit(cookie)).events)).toMatchObject([
    {
      action: "key.created",
      actor: { type: "operator", user_id: null, email: null, key_id: null },
      detail: { name: "cli", permission: "send" },
      network: null,
    },
  ]);
});

test("pages are stable, and a cursor of another account or list is refused", async () => {
  const { cookie } = await node.signUp("pages@example.com");
  const { cookie: eve } = await node.signUp("eve@example.com");
  for (let n = 0; n < 4; n += 1) await node.createKey(cookie, `key ${n}`);
  const first = await audit(cookie, "?limit=2");
  await node.createKey(cookie, "later");
  const second = await audit(cookie, `?limit=2&cursor=${first.pagination.next_cursor}`);
  const third = await audit(cookie, `?limit=2&cursor=${second.pagination.next_cursor}`);
  const names = [first, second, third].map(({ events }) =>
    events.map(({ action, detail }: { action: string; detail: { name?: string } }) => detail.name ?? action),
  );
  expect(names).toEqual([["key 3", "key 2"], ["key 1", "key 0"], ["user.signed_up"]]);
  expect(third.pagination).toMatchObject({ has_more: false, next_cursor: null });
  for (const [as, cursor] of [
    [eve, first.pagination.next_cursor],
    [cookie, "x"],
    [cookie, Buffer.from(JSON.stringify(["a", "b", "c"])).toString("base64url")],
  ])
    expect((await audit(as, `?cursor=${cursor}`)).error).toMatchObject({ fields: [{ path: "cursor" }] });
});

test("sign-ins, passwords and settings are recorded with person, network and change, and without passwords", async () => {
  const email = "audited@example.com";
  const { cookie: first, password } = await node.signUp(email);
  const authenticate = async (body: object, cookie = "") =>
    (await node.call("POST", "/api/auth", { body, headers: { cookie }, ip: "203.0.113.9" })).cookie;
  const signedIn = await authenticate({ action: "login", email, password });
  await node.call("POST", "/api/auth", { body: { action: "login", email, password: "wrong" } });
  const change = { name: "Shop", retention_days: 7 };
  for (const _ of [1, 2])
    await node.call("PATCH", "/api/account", { body: change, headers: { cookie: signedIn } });
  const cookie = await authenticate(
    { action: "change_password", current_password: password, new_password: "another password" },
    signedIn,
  );
  await resetPassword(tested.database, { email, newPassword: "third password" });
  expect((await audit(cookie)).error.code).toBe("unauthorized");
  expect((await audit(first)).error.code).toBe("unauthorized");

  const { events } = await audit(await authenticate({ action: "login", email, password: "third password" }));
  expect(
    events.map(({ action, actor, network, detail }: { [field: string]: { type: string; email: string } }) => [
      action,
      actor?.type,
      actor?.email,
      network,
      detail,
    ]),
  ).toEqual([
    ["user.signed_in", "user", email, "203.0.113.9", {}],
    ["user.password_reset", "operator", null, null, { email }],
    ["user.password_changed", "user", email, "203.0.113.9", {}],
    [
      "account.changed",
      "user",
      email,
      "127.0.0.1",
      { name: { from: email, to: "Shop" }, retention_days: { from: 30, to: 7 } },
    ],
    ["user.signed_in", "user", email, "203.0.113.9", {}],
    ["user.signed_up", "user", email, expect.any(String), {}],
  ]);
  expect(JSON.stringify(events)).not.toMatch(/another password|third password/);
});
