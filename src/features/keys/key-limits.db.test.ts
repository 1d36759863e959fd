import { beforeAll, expect, test } from "vitest";
import { until } from "../../../test/harness/until.ts";
import { type TestNode, useTestApp } from "./test-app.fixture.ts";

const tested = useTestApp();
let node: TestNode;
let cookie: string;

beforeAll(async () => {
  node = tested.node;
  ({ cookie } = await node.signUp("ada@example.com"));
});

const create = async (input: object) =>
  await node.call("POST", "/api/keys", { body: { name: "limited", ...input }, headers: { cookie } });
const change = (id: number, body: object, headers = { cookie }) =>
  node.call("PATCH", `/api/keys/${id}`, { body, headers });
const rotate = (id: number, body: object = {}, headers = { cookie }) =>
  node.call("POST", `/api/keys/${id}/rotate`, { body, headers });
const listed = async (id: number) => {
  const { keys } = (await node.call("GET", "/api/keys", { headers: { cookie } })).body;
  return keys.find((key: { id: number }) => key.id === id);
};
const use = (at: TestNode, key: string, ip = "127.0.0.1") =>
  at.call("GET", "/api/v1/whoami", { headers: { authorization: `Bearer ${key}` }, ip });
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

test("a key without limits may do everything; the list shows its state and its last four characters (B1)", async () => {
  const { status, body } = await create({});
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: "active",
    permission: "full",
    last_four: body.key.slice(-4),
    from_domains: null,
    networks: null,
    expires_at: null,
    daily_limit: null,
    long_lines: "re-encode",
    old_secret_expires_at: null,
  });
  const { key, ...shown } = body;
  expect(await listed(body.id)).toEqual(shown);
  expect((await use(node, key)).body).toMatchObject({ permission: "full", limits: null });
});

test("the export has the keys that match the filters, without their secrets and without formulas", async () => {
  const name = "=cmd()";
  const { body } = await create({ name, permission: "send", networks: ["10.0.0.0/8", "127.0.0.1"] });
  const exported = async (query: string) => {
    const { headers, text } = await node.call("GET", `/api/keys/export${query}`, { headers: { cookie } });
    expect(headers["content-disposition"]).toBe('attachment; filename="api-keys.csv"');
    return text.trimEnd().split("\r\n").slice(1);
  };
  const { id, prefix, key } = body;
  const row = `"${id}","'${name}","${prefix}","${key.slice(-4)}","active","send","","10.0.0.0/8, 127.0.0.1/32"`;
  expect(await exported("?permission=send&status=active&search=cmd")).toEqual([expect.stringContaining(row)]);
  expect((await exported("")).join("")).not.toContain(key);
  expect(await exported("?status=paused")).toEqual([]);
  const wrong = await node.call("GET", "/api/keys/export?permission=root", { headers: { cookie } });
  expect(wrong.body.error.fields).toMatchObject([{ path: "permission" }]);
});

test("limits are stored in normal form, and reach the routes with the principal", async () => {
  const expiresAt = tomorrow();
  const { body } = await create({
    permission: "read",
    from_domains: ["Example.COM", "bücher.example", "example.com"],
    networks: ["127.0.0.9/8", "::ffff:10.0.0.0/104", "2001:DB8::1"],
    expires_at: expiresAt,
    daily_limit: 1000,
    long_lines: "refuse",
  });
  const limits = {
    permission: "read",
    from_domains: ["example.com", "xn--bcher-kva.example"],
    networks: ["127.0.0.0/8", "10.0.0.0/8", "2001:db8::1/128"],
    expires_at: expiresAt,
    daily_limit: 1000,
    long_lines: "refuse",
  };
  expect(body).toMatchObject(limits);
  expect(await listed(body.id)).toMatchObject(limits);
  expect((await use(node, body.key)).body).toMatchObject({
    permission: "read",
    limits: { fromDomains: limits.from_domains, dailyLimit: 1000 },
    longLines: "refuse",
  });
});

test.each([
  [{ permission: "admin" }, "permission"],
  [{ permission: null }, "permission"],
  [{ from_domains: [] }, "from_domains"],
  [{ from_domains: "example.com" }, "from_domains"],
  [{ from_domains: ["example.com", "a@example.com"] }, "from_domains[1]"],
  [{ from_domains: ["*.example.com"] }, "from_domains[0]"],
  [{ networks: [] }, "networks"],
  [{ networks: ["10.0.0.0/8", "10.0.0.0/33"] }, "networks[1]"],
  [{ networks: ["localhost"] }, "networks[0]"],
  [{ expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
  [{ expires_at: "2031-02-30T00:00:00Z" }, "expires_at"],
  [{ expires_at: "tomorrow" }, "expires_at"],
  [{ daily_limit: 0 }, "daily_limit"],
  [{ daily_limit: 1.5 }, "daily_limit"],
  [{ daily_limit: 2_147_483_648 }, "daily_limit"],
  [{ long_lines: "wrap" }, "long_lines"],
  [{ long_lines: null }, "long_lines"],
  [{ dayly_limit: 1 }, "dayly_limit"],
])("a key cannot be limited to %j", async (input, path) => {
  const { id } = (await create({})).body;
  for (const response of [await create(input), await change(id, input)]) {
    expect([response.status, response.body.error.code]).toEqual([422, "validation_failed"]);
    expect(response.body.error.fields[0].path).toBe(path);
  }
});

test("a key is refused from a network that it does not list: IPv4, IPv6 and mapped (B9)", async () => {
  const { key } = (await create({ networks: ["203.0.113.0/24", "2001:db8::/32"] })).body;
  for (const ip of ["203.0.113.7", "::ffff:203.0.113.7", "2001:db8:5::1"])
    expect([ip, (await use(node, key, ip)).status]).toEqual([ip, 200]);
  for (const ip of ["203.0.114.7", "::ffff:203.0.114.7", "2001:db9::1", "127.0.0.1"]) {
    const refused = await use(node, key, ip);
    expect([ip, refused.status, refused.body.error.code]).toEqual([ip, 403, "network_not_allowed"]);
  }
});

test("behind a trusted proxy the client's network counts; a forged header does not (B9)", async () => {
  const { key } = (await create({ networks: ["203.0.113.0/24"] })).body;
  const headers = { authorization: `Bearer ${key}`, "x-forwarded-for": "203.0.113.7" };
  const proxied = tested.another({ TRUSTED_PROXIES: "10.0.0.1" });
  const through = (at: TestNode) => at.call("GET", "/api/v1/whoami", { headers, ip: "10.0.0.1" });
  expect((await through(proxied)).status).toBe(200);
  expect((await through(node)).status).toBe(403);
});

test("an expired key is refused with its own error, and works again with a later expiry", async () => {
  const { id, key } = (await create({ expires_at: tomorrow() })).body;
  expect((await use(node, key)).status).toBe(200);
  await tested.database.pool.query("UPDATE api_keys SET expires_at = now() WHERE id = $1", [id]);
  const refused = await until(
    async () => {
      const response = await use(node, key);
      return response.status === 401 && response;
    },
    { within: 1_000, what: "the key to be refused" },
  );
  expect(refused.body.error.code).toBe("key_expired");
  expect(refused.headers["www-authenticate"]).toBe("Bearer");
  expect(await listed(id)).toMatchObject({ status: "expired" });
  expect((await rotate(id)).status).toBe(409);
  expect((await change(id, { expires_at: null })).body).toMatchObject({ status: "active", expires_at: null });
  const works = async () => (await use(node, key)).status === 200;
  await until(works, { within: 1_000, what: "the key to work again" });
});

test("an edit takes effect within a second on every node (B4)", async () => {
  const other = tested.another();
  const { id, key } = (await create({})).body;
  for (const each of [node, other]) expect((await use(each, key)).status).toBe(200);
  const edited = { name: "Renamed", permission: "send", networks: ["192.0.2.1"], daily_limit: 5 };
  expect((await change(id, edited)).body).toMatchObject({ ...edited, networks: ["192.0.2.1/32"] });
  for (const each of [node, other]) {
    const refused = async () => (await use(each, key)).body.error?.code === "network_not_allowed";
    await until(refused, { within: 1_000, what: "the new limit to count" });
  }
  expect((await change(id, { networks: null })).body).toMatchObject({ networks: null, daily_limit: 5 });
});

test("a rotated key has a new secret, and the old one works only for the overlap", async () => {
  const other = tested.another();
  const created = (await create({ daily_limit: 7 })).body;
  const { status, body } = await rotate(created.id, { overlap_seconds: 3_600 });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    id: created.id,
    name: created.name,
    created_at: created.created_at,
    daily_limit: 7,
  });
  expect(body.key).not.toBe(created.key);
  expect(body.prefix).toBe(body.key.slice(0, 11));
  const ends = Date.parse(body.old_secret_expires_at) - Date.now();
  expect(ends).toBeGreaterThan(3_500_000);
  expect(ends).toBeLessThanOrEqual(3_600_000);
  expect(await listed(created.id)).toMatchObject({ prefix: body.prefix, last_four: body.key.slice(-4) });
  for (const each of [node, other])
    for (const key of [created.key, body.key])
      expect((await use(each, key)).body).toMatchObject({ keyId: created.id, limits: { dailyLimit: 7 } });

  await tested.database.pool.query("UPDATE api_key_secrets SET expires_at = now() WHERE prefix = $1", [
    created.prefix,
  ]);
  for (const each of [node, other]) {
    const refused = async () => (await use(each, created.key)).body.error?.code === "key_expired";
    await until(refused, { within: 1_000, what: "the old secret to be refused" });
    expect((await use(each, body.key)).status).toBe(200);
  }
  expect(await listed(created.id)).toMatchObject({ old_secret_expires_at: null });
});

test("a rotation without overlap ends the old secret at once; the default overlap is a day", async () => {
  const created = (await create({})).body;
  const rotated = (await rotate(created.id, { overlap_seconds: 0 })).body;
  expect(rotated.old_secret_expires_at).toBeNull();
  expect((await use(node, created.key)).status).toBe(401);
  const again = (await rotate(created.id)).body;
  const dayAway = Date.parse(again.old_secret_expires_at) - Date.now();
  expect(dayAway).toBeGreaterThan(86_000_000);
  for (const overlap_seconds of [-1, 604_801, 1.5, "1 h"])
    expect((await rotate(created.id, { overlap_seconds })).status).toBe(422);
});

test("a rotation without overlap also ends secrets of earlier rotations, even of the largest number", async () => {
  const created = (await create({})).body;
  const keys = [created.key];
  for (let n = 1; n < 5; n += 1) keys.push((await rotate(created.id, { overlap_seconds: 604_800 })).body.key);
  expect((await rotate(created.id)).status).toBe(409);
  const last = await rotate(created.id, { overlap_seconds: 0 });
  expect([last.status, last.body.old_secret_expires_at]).toEqual([201, null]);
  for (const key of keys) expect((await use(node, key)).status).toBe(401);
  expect((await use(node, last.body.key)).status).toBe(200);
});

test("a shorter overlap shortens that of earlier rotations, and a longer one does not lengthen it", async () => {
  const created = (await create({})).body;
  const endOf = async (prefix: string): Promise<number> => {
    const { rows } = await tested.database.pool.query(
      "SELECT extract(epoch FROM expires_at - now())::float8 AS seconds FROM api_key_secrets WHERE prefix = $1",
      [prefix],
    );
    return rows[0].seconds;
  };
  await rotate(created.id, { overlap_seconds: 86_400 });
  await rotate(created.id, { overlap_seconds: 3_600 });
  expect(await endOf(created.prefix)).toBeLessThanOrEqual(3_600);
  await rotate(created.id, { overlap_seconds: 86_400 });
  expect(await endOf(created.prefix)).toBeLessThanOrEqual(3_600);
});

test("concurrent rotations leave one newest secret, and revoking ends all of them", async () => {
  const created = (await create({})).body;
  const rotations = await Promise.all([1, 2, 3, 4, 5, 6].map(() => rotate(created.id)));
  const keys = rotations.filter(({ status }) => status === 201).map(({ body }) => body.key);
  expect(keys).toHaveLength(4);
  expect(rotations.filter(({ status }) => status === 409)).toHaveLength(2);
  for (const key of [created.key, ...keys]) expect((await use(node, key)).status).toBe(200);
  await node.call("DELETE", `/api/keys/${created.id}`, { headers: { cookie } });
  for (const key of [created.key, ...keys]) {
    const refused = async () => (await use(node, key)).status === 401;
    await until(refused, { within: 1_000, what: "the revoked key to be refused" });
  }
  expect((await rotate(created.id)).status).toBe(404);
  expect((await change(created.id, { name: "Gone" })).status).toBe(404);
});

test("a user cannot edit or rotate a key of another account", async () => {
  const { id, key } = (await create({})).body;
  const eve = await node.signUp("eve@example.com");
  const headers = { cookie: eve.cookie };
  for (const response of [await change(id, { name: "Eve's" }, headers), await rotate(id, {}, headers)])
    expect([response.status, response.body.error.code]).toEqual([404, "key_not_found"]);
  expect(await listed(id)).toMatchObject({ name: "limited" });
  expect((await use(node, key)).status).toBe(200);
});
