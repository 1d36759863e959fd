import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, adminCaller, keyCaller, newAccount } from "../../../../test/harness/api-caller.ts";
import { startSmtpSink } from "../../../../test/harness/smtp-server.ts";

const password = "hunter2/+";
let api: TestApi;
let saas: TestApi;
let admin: ApiCaller;
let key: ApiCaller;
let tenant: ApiCaller;

beforeAll(async () => {
  api = await startTestApi({ SECRET_KEY: "k".repeat(32), SIGNUPS: "open" });
  saas = await startTestApi({ SECRET_KEY: "k".repeat(32), PAYMENT_SECRET_KEY: "sk_test" });
  admin = await adminCaller(api);
  key = keyCaller(api);
  tenant = (await newAccount(saas, "tenant@example.com")).session;
});
afterAll(() => Promise.all([api.close(), saas.close()]));

let named = 0;
const makeRelay = async (input: object = {}, by = admin, path = "/api/relays") => {
  named += 1;
  const body = { name: `relay ${named}`, url: "smtp://user@smtp.example.com:587", password, ...input };
  return await by.post(path, body);
};
const makeRule = async (input: object, by = admin, path = "/api/routing-rules") =>
  (await by.post(path, { name: "a rule", ...input })).body;
const positions = async () =>
  (await admin.get("/api/routing-rules")).body.rules.map(
    ({ name, position }: { name: string; position: number }) => `${position} ${name}`,
  );

test("a relay's password is never returned, wherever it was entered (B6)", async () => {
  const inUrl = await makeRelay({
    url: "smtp://user:hunter2%2F%2B@smtp.example.com:587?tls=required",
    password: undefined,
  });
  expect(inUrl).toMatchObject({
    status: 201,
    body: {
      kind: "smtp",
      url: "smtp://user@smtp.example.com:587?tls=required",
      has_password: true,
      health: { state: "unused" },
    },
  });
  const apart = await makeRelay();
  const listed = await admin.get("/api/relays");
  const changed = await admin.patch(`/api/relays/${apart.body.id}`, { weight: 3 });
  expect(changed.body).toMatchObject({ weight: 3, has_password: true });
  for (const { body } of [inUrl, apart, listed, changed]) expect(JSON.stringify(body)).not.toMatch(/hunter2/);
  const { rows } = await api.database.pool.query("SELECT * FROM relays");
  expect(rows.map((row) => JSON.stringify(row)).join()).not.toMatch(/hunter2/);
  expect(rows.every(({ secret_sealed }) => !secret_sealed.includes("hunter2"))).toBe(true);
});

test("a password stays with its user, server and TLS setting: it cannot be sent elsewhere (B6)", async () => {
  const { id } = (await makeRelay()).body;
  const stays = await admin.patch(`/api/relays/${id}`, { url: "smtp://user@SMTP.example.com" });
  expect(stays).toMatchObject({ status: 200, body: { has_password: true } });
  for (const url of ["smtp://user@evil.example", "smtp://other@smtp.example.com"]) {
    const moved = await admin.patch(`/api/relays/${id}`, { url });
    expect([url, moved.status, moved.problems]).toEqual([url, 422, ["password"]]);
  }
  const open = await admin.patch(`/api/relays/${id}`, { url: "smtp://evil.example" });
  expect(open.body).toMatchObject({ url: "smtp://evil.example", has_password: false });
});

test.each([
  [{ url: "http://smtp.example.com" }, "url"],
  [{ url: "smtp://user@smtp.example.com?tls=none" }, "url"],
  [{ url: "ses://AKIAIOSFODNN7EXAMPLE@nowhere" }, "url"],
  [{ password: null }, "password"],
  [{ name: "  " }, "name"],
  [{ name: "a\nb" }, "name"],
  [{ weight: 0 }, "weight"],
  [{ rate_per_second: 0 }, "rate_per_second"],
  [{ max_connections: 101 }, "max_connections"],
  [{ password: "" }, "password"],
  [{ pass: "x" }, "pass"],
])("a relay with %j is rejected at that field", async (input, path) => {
  const response = await makeRelay(input);
  expect([response.status, response.problems]).toEqual([422, [path]]);
  expect(JSON.stringify(response.body)).not.toMatch(/hunter2/);
});

test("relay names are unique in an account", async () => {
  const { name, id } = (await makeRelay()).body;
  expect((await makeRelay({ name: name.toUpperCase() })).body.error.code).toBe("relay_exists");
  const other = (await makeRelay()).body;
  expect((await admin.patch(`/api/relays/${other.id}`, { name })).body.error.code).toBe("relay_exists");
  expect((await admin.patch(`/api/relays/${id}`, { name })).status).toBe(200);
});

test.each([
  "smtp://127.0.0.1:587",
  "smtp://10.0.0.1:25",
  "smtp://[::1]:587",
  "smtp://169.254.169.254:587",
  "smtp://localhost:587",
  "smtp://db.internal:587",
  "smtp://2130706433:587",
  "smtp://127.1:587",
  "smtp://smtp.example.com:6379",
  "smtp://smtp.example.com:80",
])("in SaaS mode a tenant cannot make us connect to %s (I1, I2, I5)", async (url) => {
  const response = await makeRelay({ url, password: undefined }, tenant);
  expect([response.status, response.problems]).toEqual([422, ["url"]]);
});

test("in SaaS mode a test rejects a name that resolves to an inside address (I3)", async () => {
  const { id } = (await makeRelay({ url: "smtp://nowhere.invalid:587", password: undefined }, tenant)).body;
  const tested = await tenant.post(`/api/relays/${id}/test`);
  expect(tested.body).toMatchObject({ ok: false, step: "connect", message: expect.stringMatching(/found/) });
  const endpoint = "http%3A%2F%2F127.0.0.1%3A1";
  const ses = `ses://AKIAIOSFODNN7EXAMPLE@eu-west-1?endpoint=${endpoint}`;
  expect((await makeRelay({ url: ses }, tenant)).problems).toEqual(["url"]);
  expect((await makeRelay({ url: ses })).status).toBe(201);
});

test("a relay test reports success, or the problem and the next step", async () => {
  const sink = await startSmtpSink({ auth: ["PLAIN"] });
  const url = `smtp://user@127.0.0.1:${sink.port}`;
  const { id } = (await makeRelay({ url })).body;
  await api.database.pool.query(
    "UPDATE relays SET state = 'open', failures = 4, retry_at = now() + interval '1 hour' WHERE id = $1",
    [id],
  );
  const good = await admin.post(`/api/relays/${id}/test`);
  expect(good.body).toMatchObject({
    ok: true,
    step: null,
    message: expect.stringMatching(/responds and accepts/),
  });
  const { rows } = await api.database.pool.query(
    "SELECT retry_at <= now() AS due FROM relays WHERE id = $1",
    [id],
  );
  expect(rows).toEqual([{ due: true }]);
  const healthOf = async () => (await admin.get("/api/relays")).body.relays.at(-1).health;
  // The state is the workers' until mail goes through again.
  expect(await healthOf()).toMatchObject({ state: "unreachable", test_error: null });
  await api.database.pool.query("UPDATE relays SET state = 'closed' WHERE id = $1", [id]);
  expect(await healthOf()).toMatchObject({ state: "tested", test_error: null });
  sink.setScript({ auth: "535 5.7.8 no" });
  const bad = await admin.post(`/api/relays/${id}/test`);
  expect(bad.body).toMatchObject({
    ok: false,
    step: "auth",
    message: expect.stringMatching(/535.*Check the user name/),
  });
  expect(sink.commands.at(-1)).not.toMatch(/MAIL/);
  expect(await healthOf()).toMatchObject({ state: "test_failed", test_error: bad.body.message });
  // Changed settings have not been tested.
  await admin.patch(`/api/relays/${id}`, { weight: 2 });
  expect(await healthOf()).toMatchObject({ state: "unused", tested_at: null, test_error: null });
  expect(JSON.stringify(bad.body)).not.toContain(Buffer.from(`\0user\0${password}`).toString("base64"));
  await sink.close();
  const gone = await admin.post(`/api/relays/${id}/test`);
  expect(gone.body).toMatchObject({ ok: false, step: "connect", message: expect.stringMatching(/port/) });
});

test("rules have an order without gaps, which can be changed", async () => {
  for (const name of ["one", "two", "three"]) await makeRule({ name, action: "hold" });
  expect(await positions()).toEqual(["1 one", "2 two", "3 three"]);
  const zero = await makeRule({ name: "zero", action: "hold", position: 1 });
  expect(zero.position).toBe(1);
  expect(await positions()).toEqual(["1 zero", "2 one", "3 two", "4 three"]);
  await admin.patch(`/api/routing-rules/${zero.id}`, { position: 3 });
  expect(await positions()).toEqual(["1 one", "2 two", "3 zero", "4 three"]);
  await admin.patch(`/api/routing-rules/${zero.id}`, { position: 1000 });
  expect(await positions()).toEqual(["1 one", "2 two", "3 three", "4 zero"]);
  await Promise.all(
    [1, 2, 3, 4].map((position) => admin.patch(`/api/routing-rules/${zero.id}`, { position })),
  );
  expect((await positions()).map((text: string) => text[0]).join("")).toBe("1234");
  await admin.call("DELETE", `/api/routing-rules/${zero.id}`);
  expect(await positions()).toEqual(["1 one", "2 two", "3 three"]);
});

test("a rule has a summary, and its relays cannot be deleted", async () => {
  const relay = (await makeRelay({ name: "mailgun-eu" })).body;
  const made = await makeRule({
    name: "newsletters",
    match: {
      stream: "bulk",
      from_domain: " Bücher.Example ",
      recipient_domain: "*.Example.org",
      tag: { name: "kind" },
    },
    action: "relay",
    relay_ids: [relay.id],
  });
  expect(made).toMatchObject({
    match: {
      from_domain: "xn--bcher-kva.example",
      recipient_domain: "*.example.org",
      tag: { name: "kind", value: null },
    },
    summary: `rule ${made.position} “newsletters” sends bulk mail tagged kind from xn--bcher-kva.example to *.example.org by relay mailgun-eu`,
  });
  const refused = await admin.call("DELETE", `/api/relays/${relay.id}`);
  expect(refused.body.error).toMatchObject({
    code: "relay_in_use",
    message: expect.stringContaining("“newsletters”"),
  });
  const changed = await admin.patch(`/api/routing-rules/${made.id}`, { action: "hold", match: {} });
  expect(changed.body).toMatchObject({ relay_ids: [], summary: expect.stringMatching(/holds all mail$/) });
  expect((await admin.call("DELETE", `/api/relays/${relay.id}`)).status).toBe(204);
  expect((await admin.call("DELETE", `/api/relays/${relay.id}`)).status).toBe(404);
});

test.each([
  [{ action: "relay" }, "relay_ids"],
  [{ action: "relay", relay_ids: ["01a1fc0b-98e9-73b7-b9fd-726d62cf8357"] }, "relay_ids[0]"],
  [{ action: "relay", relay_ids: ["x"] }, "relay_ids[0]"],
  [{ action: "hold", match: { from_domain: "no domain" } }, "match.from_domain"],
  [{ action: "hold", match: { recipient_domain: "*." } }, "match.recipient_domain"],
  [{ action: "hold", match: { account_id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357" } }, "match.account_id"],
  [{ action: "direct", pool_id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357" }, "pool_id"],
])("a rule with %j is rejected at %s", async (input, path) => {
  const response = await admin.post("/api/routing-rules", { name: "wrong", ...input });
  expect([response.status, response.problems]).toEqual([422, [path]]);
});

test("in SaaS mode a tenant cannot send from the instance's addresses", async () => {
  const response = await tenant.post("/api/routing-rules", { name: "wrong", action: "direct" });
  expect([response.status, response.problems]).toEqual([422, ["action"]]);
});

test("only operators see and manage pools and what all accounts share", async () => {
  const source = { address: "203.0.113.9", helo_name: "Out1.Example.com", started_on: "2026-11-21" };
  const pool = await admin.post("/api/pools", { name: "warm", sources: [source] });
  expect(pool).toMatchObject({
    status: 201,
    body: { sources: [{ ...source, helo_name: "out1.example.com" }] },
  });
  expect((await admin.post("/api/pools", { name: "Warm", sources: [source] })).body.error.code).toBe(
    "pool_exists",
  );
  const twice = await admin.post("/api/pools", { name: "twice", sources: [source, source] });
  expect(twice.problems).toEqual(["sources[1].address"]);
  const rule = await makeRule(
    { name: "warm", action: "direct", pool_id: pool.body.id },
    admin,
    "/api/instance/routing-rules",
  );
  expect(rule.summary).toBe(
    "the instance's rule 1 “warm” sends all mail directly to its recipients' servers via pool warm",
  );
  expect((await admin.call("DELETE", `/api/pools/${pool.body.id}`)).body.error.code).toBe("pool_in_use");
  expect((await key.get("/api/v1/pools")).body.pools).toHaveLength(1);
  const own = await makeRelay({}, admin, "/api/instance/relays");
  expect(own.status).toBe(201);
  expect((await admin.patch(`/api/relays/${own.body.id}`, { weight: 2 })).status).toBe(404);
  const named = await makeRule({ action: "relay", relay_ids: [own.body.id] });
  expect(named.error.fields[0].path).toBe("relay_ids[0]");
  const { session, caller } = await newAccount(api, "stranger@example.com");
  for (const path of ["pools", "instance/relays", "instance/routing-rules"])
    expect((await session.get(`/api/${path}`)).body.error.code).toBe("operator_required");
  expect((await caller.get("/api/v1/pools")).body.error.code).toBe("operator_required");
  expect((await session.get("/api/routing-rules")).body.rules).toEqual([]);
});

test("programs manage relays and rules with a full-access key", async () => {
  const relay = (await makeRelay({}, key, "/api/v1/relays")).body;
  const rule = await makeRule({ action: "relay", relay_ids: [relay.id] }, key, "/api/v1/routing-rules");
  expect(rule.relay_ids).toEqual([relay.id]);
  expect((await key.get("/api/v1/routing-rules")).body.default_route).toMatch(/inbox/);
  const sendOnly = await admin.newKey({ permission: "send" });
  expect((await sendOnly.get("/api/v1/relays")).body.error.code).toBe("key_not_permitted");
});
