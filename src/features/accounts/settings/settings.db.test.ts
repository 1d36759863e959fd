import { beforeAll, expect, test } from "vitest";
import manifest from "../../../../package.json" with { type: "json" };
import { until } from "../../../../test/harness/until.ts";
import { type TestNode, useTestApp } from "../../keys/test-app.fixture.ts";
import { DefaultSenders } from "./default-senders.ts";

const tested = useTestApp();
let node: TestNode;

beforeAll(async () => {
  node = tested.node;
});

const defaultPorts = process.getuid?.() === 0 ? { port: 587, tls_port: 465 } : { port: 2587, tls_port: 2465 };

const read = (cookie: string) => node.call("GET", "/api/account", { headers: { cookie } });
const change = (cookie: string, body: object) =>
  node.call("PATCH", "/api/account", { body, headers: { cookie } });

test("settings contain the account, its user and how mail is sent", async () => {
  const { cookie } = await node.signUp("ada@example.com");
  expect((await read(cookie)).body).toEqual({
    account: {
      id: expect.any(String),
      name: "ada@example.com",
      default_from: null,
      retention_days: 30,
      event_retention_days: null,
      on_uncertain: "retry",
      retry_seconds: null,
      expire_after_seconds: 259_200,
      created_at: expect.any(String),
    },
    user: { email: "ada@example.com", name: null },
    role: "owner",
    operator: false,
    delivery: { mode: "capture", relay_host: null, release_relay: null },
    smtp: { host: "localhost", ...defaultPorts, enabled: true },
    base_url: "http://localhost:3000",
    version: manifest.version,
  });
});

test("SMTP settings contain configured ports; a port that the machine chooses is null", async () => {
  const smtpOf = async (settings: Record<string, string>, email: string) => {
    const node = tested.another({ SIGNUPS: "open", ...settings });
    const { cookie } = await node.signUp(email);
    return (await node.call("GET", "/api/account", { headers: { cookie } })).body.smtp;
  };
  const url = { BASE_URL: "https://mail.example.com:8443" };
  expect(await smtpOf({ ...url, SMTP_PORT: "3025", SMTPS_PORT: "0" }, "set@example.com")).toEqual({
    host: "mail.example.com",
    port: 3025,
    tls_port: null,
    enabled: true,
  });
  expect(await smtpOf({ SMTP_PORT: "0", SMTPS_PORT: "0" }, "free@example.com")).toMatchObject({
    port: null,
    enabled: false,
  });
});

test("settings reveal only the host of the relay (A27)", async () => {
  const relay = tested.another({
    SMTP_RELAY_URL: "smtp://user:hunter2@smtp.example.com:587",
    SIGNUPS: "open",
  });
  const { cookie } = await relay.signUp("relay@example.com");
  const response = await relay.call("GET", "/api/account", { headers: { cookie } });
  expect(response.body.delivery).toEqual({
    mode: "relay",
    relay_host: "smtp.example.com:587",
    release_relay: null,
  });
  expect(response.text).not.toMatch(/hunter2|user:/);
});

test("a field in the request is changed, an absent field stays, null clears a field", async () => {
  const { cookie } = await node.signUp("change@example.com");
  const first = await change(cookie, {
    name: " Acme ",
    default_from: "Ada <ada@acme.example>",
    retention_days: 3_650,
    user_name: "Ada",
  });
  expect(first.body).toMatchObject({
    account: { name: "Acme", default_from: "Ada <ada@acme.example>", retention_days: 3_650 },
    user: { name: "Ada" },
  });
  expect((await change(cookie, {})).body).toEqual(first.body);
  const second = await change(cookie, { default_from: null, user_name: null });
  expect(second.body).toMatchObject({ account: { name: "Acme", default_from: null }, user: { name: null } });
});

test.each([
  [{ default_from: "nobody" }, "default_from"],
  [{ default_from: "a@b.example, c@d.example" }, "default_from"],
  [{ default_from: "Ada\r\nBcc: x@y.example <ada@acme.example>" }, "default_from"],
  [{ default_from: "" }, "default_from"],
  [{ name: "" }, "name"],
  [{ name: null }, "name"],
  [{ retention_days: 0 }, "retention_days"],
  [{ retention_days: 3_651 }, "retention_days"],
  [{ event_retention_days: 0 }, "event_retention_days"],
  [{ retention_days: null }, "retention_days"],
  [{ user_name: "a\u0007b" }, "user_name"],
  [{ id: "x" }, "id"],
])("%j is reported at its field, and nothing is changed (C1)", async (body, path) => {
  const { cookie } = await node.signUp(`problem-${Math.random()}@example.com`.toLowerCase());
  const before = (await read(cookie)).body;
  const response = await change(cookie, { user_name: "Changed", ...body });
  expect([response.status, response.body.error.fields[0].path]).toEqual([422, path]);
  expect((await read(cookie)).body).toEqual(before);
});

test("the default sender is the account's, or the instance's, or the first user's", async () => {
  const { cookie } = await node.signUp("sender@example.com");
  const { id } = (await read(cookie)).body.account;
  const own = new DefaultSenders(node.deps);
  const instance = new DefaultSenders(tested.another({ DEFAULT_FROM: "hello@instance.example" }).deps);
  expect(await own.of(id)).toBe("sender@example.com");
  expect(await instance.of(id)).toBe("hello@instance.example");
  await change(cookie, { default_from: "ada@acme.example" });
  for (const senders of [own, instance])
    await until(async () => (await senders.of(id)) === "ada@acme.example", {
      within: 1_000,
      what: "the new sender",
    });
});

test("an account sets its own retry schedule, within limits", async () => {
  const { cookie } = await node.signUp("ladder@example.com");
  const set = { on_uncertain: "hold", retry_seconds: [60, 60, 900], expire_after_seconds: 86_400 };
  expect((await change(cookie, set)).body.account).toMatchObject(set);
  expect((await change(cookie, { retry_seconds: null })).body.account).toMatchObject({
    ...set,
    retry_seconds: null,
  });
  for (const [path, body] of [
    ["on_uncertain", { on_uncertain: "never" }],
    ["retry_seconds", { retry_seconds: [] }],
    ["retry_seconds[0]", { retry_seconds: [1] }],
    ["retry_seconds", { retry_seconds: [600, 60] }],
    ["retry_seconds", { retry_seconds: Array.from({ length: 21 }, () => 60) }],
    ["expire_after_seconds", { expire_after_seconds: 299 }],
    ["expire_after_seconds", { expire_after_seconds: 2_592_001 }],
  ] as const) {
    const { status, body: response } = await change(cookie, body);
    expect([status, response.error.fields[0].path]).toEqual([422, path]);
  }
  expect((await read(cookie)).body.account).toMatchObject({ ...set, retry_seconds: null });
});
