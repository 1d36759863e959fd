import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, adminCaller, newAccount } from "../../../../test/harness/api-caller.ts";
import { startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { nameOperator } from "../../accounts/index.ts";

const api = useApi({ SECRET_KEY: "k".repeat(32), SIGNUPS: "open" });
let admin: ApiCaller;
let stranger: ApiCaller;

beforeAll(async () => {
  admin = await adminCaller(api);
  stranger = (await newAccount(api, "stranger@example.com")).session;
});

let count = 0;
const addRelay = (by: ApiCaller, url: string) =>
  by.post("/api/relays", {
    name: `relay ${++count}`,
    url,
    password: url.includes("@") ? "secret" : undefined,
  });

const inside = [
  "smtp://127.0.0.1:587",
  "smtp://10.0.0.1:25",
  "smtp://[::1]:587",
  "smtp://169.254.169.254:587",
  "smtp://localhost:587",
  "smtp://db.internal:587",
  "smtp://2130706433:587",
  "smtp://smtp.example.com:6379",
  "ses://AKIAIOSFODNN7EXAMPLE@eu-west-1?endpoint=http%3A%2F%2F127.0.0.1%3A1",
];

test.each(inside)("self-hosted, only operators' accounts may use %s (I1)", async (url) => {
  const refused = await addRelay(stranger, url);
  expect([refused.status, refused.problems]).toEqual([422, ["url"]]);
  expect((await addRelay(admin, url)).status).toBe(201);
});

test.each(inside)("other accounts cannot move a relay to %s (I1)", async (url) => {
  const { id } = (await addRelay(stranger, "smtp://smtp.example.com:587")).body;
  const password = url.includes("@") ? { password: "secret" } : {};
  const moved = await stranger.patch(`/api/relays/${id}`, { url, ...password });
  expect([moved.status, moved.problems]).toEqual([422, ["url"]]);
});

test("a stored relay of another account is not connected to an inside address (I3)", async () => {
  const sink = await startSmtpSink();
  const { id } = (await addRelay(stranger, "smtp://smtp.example.com:587")).body;
  await api.database.pool.query("UPDATE relays SET url = $2 WHERE id = $1", [
    id,
    `smtp://127.0.0.1:${sink.port}`,
  ]);
  const tested = await stranger.post(`/api/relays/${id}/test`);
  expect(tested.body).toMatchObject({
    ok: false,
    step: "connect",
    message: expect.stringContaining("must use one of the ports"),
    transcript: null,
  });
  expect(sink.connections).toBe(0);
  await sink.close();
});

test("only operators' accounts send directly from the instance's addresses", async () => {
  const rule = { name: "direct", action: "direct" };
  const refused = await stranger.post("/api/routing-rules", rule);
  expect([refused.status, refused.problems]).toEqual([422, ["action"]]);
  expect((await admin.post("/api/routing-rules", rule)).status).toBe(201);
});

test("an account counts as an operator's while one of its users is an operator", async () => {
  const named = (await newAccount(api, "named@example.com")).session;
  const url = "smtp://10.0.0.1:25";
  expect((await addRelay(named, url)).status).toBe(422);
  await nameOperator(api.database, { email: "named@example.com", isOperator: true });
  expect((await addRelay(named, url)).status).toBe(201);
  await nameOperator(api.database, { email: "named@example.com", isOperator: false });
  expect((await addRelay(named, url)).status).toBe(422);
});

test.each([
  "smtp://smtp.example.com\r\nRCPT:587",
  "smtp://u\r\nRCPT@smtp.example.com",
  "smtp://smtp.exa\nmple.com:587",
  "smtp://u%0d%0aRCPT@smtp.example.com",
  "smtp://smtp.example.com\\@evil.example",
  "ses://AKIAIOSFODNN7\nEXAMPLE@eu-west-1",
])("a relay with the URL %j is rejected at that field (G1)", async (url) => {
  const response = await addRelay(admin, url);
  expect([response.status, response.problems]).toEqual([422, ["url"]]);
});

test.each([
  "smtps://user@smtp.example.com:465?insecure=1",
  "smtps://user@smtp.example.com:2465",
  "smtp://user@smtp.example.com:587?tls=required",
  "smtps://other@smtp.example.com:465",
  "smtps://user@evil.example:465",
])("a relay's password is required again for %s (B6)", async (url) => {
  const { id } = (await addRelay(admin, "smtps://user@smtp.example.com:465")).body;
  const moved = await admin.patch(`/api/relays/${id}`, { url });
  expect([moved.status, moved.problems]).toEqual([422, ["password"]]);
  expect(
    (await admin.patch(`/api/relays/${id}`, { url: "smtps://user@SMTP.example.com" })).body,
  ).toMatchObject({
    has_password: true,
  });
  expect((await admin.patch(`/api/relays/${id}`, { url, password: "again" })).status).toBe(200);
});

test("an account's users are notified of a new relay and of a relay's new server", async () => {
  const { session, caller } = await newAccount(api, "notified@example.com");
  const mails = async () =>
    (await session.get("/api/emails?limit=10")).body.emails.map(
      ({ to, subject }: { to: string[]; subject: string }) => `${to}: ${subject}`,
    );
  const relay = { name: "eu", url: "smtp://user@smtp.example.com", password: "hunter2" };
  const { id } = (await caller.post("/api/v1/relays", relay)).body;
  await caller.patch(`/api/v1/relays/${id}`, { weight: 2 });
  expect(await mails()).toEqual(["notified@example.com: The relay eu was added to your account"]);
  await session.patch(`/api/relays/${id}`, { url: "smtp://user@other.example.com", password: "hunter2" });
  expect(await mails()).toEqual([
    "notified@example.com: The relay eu in your account now uses another server",
    "notified@example.com: The relay eu was added to your account",
  ]);
  const { rows } = await api.database.pool.query("SELECT convert_from(bytes, 'UTF8') AS text FROM contents");
  const texts = rows.map(({ text }) => text).join("\n");
  expect(texts).toContain("Server: smtp://user@other.example.com");
  expect(texts).toMatch(/the API key with the id \d+/);
  expect(texts).not.toContain("hunter2");
});
