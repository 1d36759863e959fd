import { beforeAll, expect, test } from "vitest";
import { until } from "../../../test/harness/until.ts";
import { createKeyForEmail } from "./create-key-for-email.ts";
import { type TestNode, useTestApp } from "./test-app.fixture.ts";

const tested = useTestApp();
let node: TestNode;
let cookie: string;

beforeAll(async () => {
  node = tested.node;
  ({ cookie } = await node.signUp("ada@example.com"));
});

const list = async () => (await node.call("GET", "/api/keys", { headers: { cookie } })).body.keys;
const revoke = (id: unknown, headers = { cookie }) => node.call("DELETE", `/api/keys/${id}`, { headers });

test("a key is shown once; the list has only its prefix (B1, B6)", async () => {
  const created = await node.call("POST", "/api/keys", {
    body: { name: "  Billing  " },
    headers: { cookie },
  });
  expect(created.status).toBe(200);
  expect(created.body).toEqual({
    key: expect.stringMatching(/^ph_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/),
    prefix: created.body.key.slice(0, 11),
    id: expect.any(Number),
    name: "Billing",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    last_four: created.body.key.slice(-4),
    last_used: null,
    status: "active",
    permission: "full",
    from_domains: null,
    networks: null,
    expires_at: null,
    daily_limit: null,
    long_lines: "re-encode",
    paused_at: null,
    paused_reason: null,
    old_secret_expires_at: null,
  });
  const listed = await node.call("GET", "/api/keys", { headers: { cookie } });
  const { key, ...shown } = created.body;
  expect(listed.body.keys).toContainEqual(shown);
  expect(listed.text).not.toContain(key.slice(12));
  const { rows } = await tested.database.pool.query(
    "SELECT secret_hash, api_key_secrets::text AS whole FROM api_key_secrets",
  );
  expect(rows[0].secret_hash).toHaveLength(32);
  expect(rows[0].whole).not.toContain(key.slice(12));
});

test.each(["", "   ", "x".repeat(101), "a\nb", "a\u001bb", null, 7])(
  "a key cannot be named %j",
  async (name) => {
    const response = await node.call("POST", "/api/keys", { body: { name }, headers: { cookie } });
    expect(response.status).toBe(422);
    expect(response.body.error.fields[0].path).toBe("name");
  },
);

test("a key is accepted only as one Bearer credential, with the scheme in any case (B10)", async () => {
  const { key } = await node.createKey(cookie);
  for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER ${key}`])
    expect((await node.whoami(header)).body).toMatchObject({
      via: "key",
      personId: null,
      keyId: expect.any(Number),
    });
  const wrong = [
    "",
    key,
    `Basic ${key}`,
    `Bearer  ${key}`,
    `Bearer\t${key}`,
    `Bearer ${key} `,
    `Bearer ${key},Bearer ${key}`,
    `Bearer ${key}, ${key}`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}\u0000`,
    `Bearer ${key.toLowerCase()}`,
    `Bearer ${"x".repeat(key.length)}`,
    `Bearer ${"x".repeat(8_000)}`,
    "Bearer null",
  ];
  for (const header of wrong) {
    const response = await node.whoami(header);
    expect([header, response.status]).toEqual([header, 401]);
    expect(response.headers["www-authenticate"]).toBe("Bearer");
    expect(response.body.error.code).toBe("unauthorized");
  }
});

test("a missing, a mistyped and an unknown key have different errors, without the secret (B10)", async () => {
  const { key } = await node.createKey(cookie);
  const errorOf = async (headers: Record<string, string>) => {
    const { status, body } = await node.call("GET", "/api/v1/whoami", { headers });
    expect([status, body.error.code]).toEqual([401, "unauthorized"]);
    expect(body.error.message).not.toContain(key.slice(12));
    return body.error.message;
  };
  const prefix = key.slice(0, 11);
  expect(await errorOf({})).toMatch(/^Send your API key: Authorization: Bearer/);
  for (const authorization of ["Bearer", "bearer "])
    expect(await errorOf({ authorization })).toMatch(/^Send your API key: Authorization: Bearer/);
  expect(await errorOf({ authorization: `Basic ${key}` })).toMatch(/must be the word Bearer/);
  expect(await errorOf({ authorization: key })).toMatch(/must be the word Bearer/);
  expect(await errorOf({ authorization: "Bearer my-secret" })).toMatch(/not an API key of Posthouse/);
  expect(await errorOf({ authorization: `Bearer ${key}x` })).toMatch(`${prefix}… is incomplete or too long`);
  expect(await errorOf({ authorization: `Bearer ${key.slice(0, -1)}~` })).toMatch(`${prefix}… is not valid`);
});

test("every path below /api/v1 requires a key before it reveals whether it exists (B10)", async () => {
  const { key } = await node.createKey(cookie);
  for (const url of ["/api/v1/whoami", "/api/v1/nothing", "/api/v1/"]) {
    expect((await node.call("GET", url)).status).toBe(401);
    expect((await node.call("POST", url, { body: {} })).status).toBe(401);
  }
  const headers = { authorization: `Bearer ${key}` };
  expect((await node.call("GET", "/api/v1/nothing", { headers })).status).toBe(404);
  expect((await node.call("DELETE", "/api/v1/whoami", { headers })).status).toBe(405);
});

test("a session is no credential for the API, and a key none for the dashboard (B13)", async () => {
  const { key } = await node.createKey(cookie);
  expect((await node.call("GET", "/api/v1/whoami", { headers: { cookie } })).status).toBe(401);
  const headers = { authorization: `Bearer ${key}` };
  expect((await node.call("GET", "/api/keys", { headers })).status).toBe(401);
  expect(
    (await node.call("GET", "/api/v1/whoami", { headers: { ...headers, cookie: "admin_token=x" } })).status,
  ).toBe(200);
});

test("a key in the URL is refused, even beside a proper header, and is not logged (B5)", async () => {
  const { key } = await node.createKey(cookie);
  const headers = { authorization: `Bearer ${key}` };
  for (const url of [`/api/v1/whoami?api_key=${key}`, `/api/v1/whoami?x=1&y=${key}&z=1`]) {
    expect((await node.call("GET", url)).status).toBe(401);
    expect((await node.call("GET", url, { headers })).status).toBe(401);
  }
  expect(node.logged.length).toBeGreaterThan(0);
  expect(node.logged.join("")).not.toContain(key.slice(12));
});

test("a revoked key is refused within a second on every node (B4)", async () => {
  const other = tested.another();
  const { id, key } = await node.createKey(cookie);
  expect((await node.whoami(`Bearer ${key}`)).status).toBe(200);
  expect((await other.whoami(`Bearer ${key}`)).status).toBe(200);
  expect((await revoke(id)).status).toBe(204);
  for (const each of [node, other]) {
    const refused = async () => (await each.whoami(`Bearer ${key}`)).status === 401;
    await until(refused, { within: 1_000, every: 50, what: "the revoked key to be refused" });
  }
  expect((await list()).map((one: { id: number }) => one.id)).not.toContain(id);
  expect((await revoke(id)).status).toBe(404);
});

test("an unknown key is not cached longer than a known one (B4)", async () => {
  const { key } = await node.createKey(cookie);
  const prefix = key.slice(0, 11);
  const own = "id = (SELECT key_id FROM api_key_secrets WHERE prefix = $1)";
  await tested.database.pool.query(`UPDATE api_keys SET revoked_at = now() WHERE ${own}`, [prefix]);
  expect((await node.whoami(`Bearer ${key}`)).status).toBe(401);
  await tested.database.pool.query(`UPDATE api_keys SET revoked_at = NULL WHERE ${own}`, [prefix]);
  const accepted = async () => (await node.whoami(`Bearer ${key}`)).status === 200;
  await until(accepted, { within: 1_000, every: 50, what: "the key to be accepted" });
});

test("a key with a valid checksum and a wrong secret is refused (B7)", async () => {
  const { key } = await node.createKey(cookie);
  const { makeApiKey } = await import("./api-key.ts");
  const forged = makeApiKey();
  // The prefix of a real key is public: store the real hash under the forged prefix.
  await tested.database.pool.query("UPDATE api_key_secrets SET prefix = $1 WHERE prefix = $2", [
    forged.prefix,
    key.slice(0, 11),
  ]);
  expect((await node.whoami(`Bearer ${forged.key}`)).status).toBe(401);
});

test("a user cannot revoke a key of another account, and no path causes a database error (B4)", async () => {
  const { id, key } = await node.createKey(cookie);
  const eve = await node.signUp("eve@example.com");
  const foreign = await revoke(id, { cookie: eve.cookie });
  const missing = await revoke(2_147_483_647, { cookie: eve.cookie });
  expect(foreign.status).toBe(404);
  expect({ ...foreign.body.error, request_id: "" }).toEqual({ ...missing.body.error, request_id: "" });
  expect((await node.whoami(`Bearer ${key}`)).status).toBe(200);
  for (const path of ["x", "0", "-1", "1.5", "1e3", "99999999999", "%00", "__proto__"])
    expect((await revoke(path)).status).toBe(404);
});

test("the first use of a key shows soon and is not stored again within the minute (B11)", async () => {
  const { id, key } = await node.createKey(cookie);
  const lastUsed = async () => (await list()).find((one: { id: number }) => one.id === id).last_used;
  await Promise.all(Array.from({ length: 50 }, () => node.whoami(`Bearer ${key}`)));
  const first = await until(lastUsed, { what: "last_used" });
  const { rows } = await tested.database.pool.query("SELECT xmin::text FROM api_keys WHERE id = $1", [id]);
  const other = tested.another();
  await Promise.all([node, other].map((each) => each.whoami(`Bearer ${key}`)));
  // When another key's first use shows, a second write of this key would have happened too.
  const marker = await node.createKey(cookie);
  await other.whoami(`Bearer ${marker.key}`);
  const shown = async () => (await list()).find((one: { id: number }) => one.id === marker.id).last_used;
  await until(shown, { what: "last_used of the other key" });
  expect(await lastUsed()).toBe(first);
  const after = await tested.database.pool.query("SELECT xmin::text FROM api_keys WHERE id = $1", [id]);
  expect(after.rows).toEqual(rows);
});

test("an account has at most a hundred active keys", async () => {
  const { cookie: busy } = await node.signUp("busy@example.com");
  const make = () => node.call("POST", "/api/keys", { body: { name: "n" }, headers: { cookie: busy } });
  for (let n = 0; n < 100; n += 1) expect((await make()).status).toBe(200);
  const refused = await make();
  expect(refused.status).toBe(409);
  expect(refused.body.error.code).toBe("key_limit_reached");
});

test("the command line creates a key for an existing user only", async () => {
  const { key, prefix } = await createKeyForEmail(tested.database, { email: "ADA@example.com", name: "cli" });
  expect((await node.whoami(`Bearer ${key}`)).status).toBe(200);
  expect((await list()).map((one: { prefix: string }) => one.prefix)).toContain(prefix);
  await expect(
    createKeyForEmail(tested.database, { email: "no@example.com", name: "cli" }),
  ).rejects.toMatchObject({
    code: "user_not_found",
  });
});
