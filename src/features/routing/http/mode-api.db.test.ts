import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, adminCaller, newAccount } from "../../../../test/harness/api-caller.ts";

let api: TestApi;
let admin: ApiCaller;
beforeAll(async () => {
  api = await startTestApi({ SIGNUPS: "open" });
  admin = await adminCaller(api);
});
afterAll(() => api.close());

const PATH = "/api/instance/delivery";
let named = 0;
const makeRelay = async (over: object = {}) => {
  named += 1;
  const relay = { name: `relay ${named}`, url: "smtp://smtp.example.com:587", ...over };
  return (await admin.post("/api/instance/relays", relay)).body.id as string;
};
const history = async () =>
  (await api.database.pool.query("SELECT mode, set_by FROM delivery_modes ORDER BY since")).rows;

test("a new instance is in test mode", async () => {
  expect((await admin.get(PATH)).body).toEqual({
    mode: "capture",
    set_by: "dashboard",
    relay_id: null,
    relay_host: null,
    open_test_recipients: 0,
    open_live_recipients: 0,
    counts_are_minimums: false,
  });
  expect((await admin.get("/api/account")).body.delivery).toMatchObject({
    mode: "capture",
    relay_host: null,
  });
});

test.each([
  [{ mode: "relay" }, /required/],
  [{ mode: "relay", relay_id: "x" }, /not a relay/],
  [{ mode: "relay", relay_id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357" }, /not a relay/],
])("a switch with %j is refused at relay_id", async (body, message) => {
  const refused = await admin.put(PATH, body);
  expect([refused.status, refused.problems]).toEqual([422, ["relay_id"]]);
  expect(refused.body.error.message).toMatch(message);
  expect(await history()).toEqual([]);
});

test("relays of accounts and disabled relays cannot send for the instance", async () => {
  const own = { name: "mine", url: "smtp://smtp.example.com:587" };
  const { id } = (await admin.post("/api/relays", own)).body;
  const disabled = await makeRelay({ enabled: false });
  for (const relay_id of [id, disabled])
    expect((await admin.put(PATH, { mode: "relay", relay_id })).problems).toEqual(["relay_id"]);
});

test("a switch is in force when it returns, for each part of the program, and is in the audit log", async () => {
  const relay_id = await makeRelay({ name: "eu" });
  const live = await admin.put(PATH, { mode: "relay", relay_id });
  expect(live).toMatchObject({ status: 200, body: { mode: "relay", set_by: "dashboard", relay_id } });
  expect((await admin.get("/api/account")).body.delivery).toMatchObject({
    mode: "relay",
    relay_host: "smtp.example.com:587",
  });
  expect((await admin.get("/api/overview")).body.first_steps.delivers_for_real).toBe(true);
  const { events } = (await admin.get("/api/audit")).body;
  expect(events[0]).toMatchObject({
    action: "delivery_mode.changed",
    detail: { changes: { mode: { from: "capture", to: "relay" }, relay: { from: null, to: "eu" } } },
  });
  const kept = await admin.call("DELETE", `/api/instance/relays/${relay_id}`);
  expect([kept.status, kept.body.error.code]).toEqual([409, "relay_in_use"]);
  const before = await history();
  expect((await admin.put(PATH, { mode: "relay", relay_id })).status).toBe(200);
  expect(await history()).toEqual(before);
});

test("only operators see and change the mode", async () => {
  const { session, caller } = await newAccount(api, "other@example.com");
  expect((await session.get(PATH)).status).toBe(403);
  expect((await session.put(PATH, { mode: "direct" })).status).toBe(403);
  expect((await caller.get("/api/v1/instance/delivery")).status).toBe(404);
});

test("a mode that the environment sets cannot be changed, and names its variable", async () => {
  for (const [env, setting, relay_host] of [
    [{ DELIVERY: "capture" }, "DELIVERY", null],
    [{ SMTP_RELAY_URL: "smtp://u:hunter2@smtp.example.net:25" }, "SMTP_RELAY_URL", "smtp.example.net:25"],
  ] as const) {
    const fixed = await startTestApi(env);
    const operator = await adminCaller(fixed);
    const shown = await operator.get(PATH);
    expect(shown.body).toMatchObject({ set_by: setting, relay_host });
    expect(JSON.stringify(shown.body)).not.toContain("hunter2");
    const refused = await operator.put(PATH, { mode: "direct" });
    expect([refused.status, refused.body.error.code]).toEqual([409, "delivery_mode_set_by_environment"]);
    expect(refused.body.error.message).toContain(setting);
    await fixed.close();
  }
});

test("sign-up and the rule about verified domains follow the mode without a restart", async () => {
  const plain = await startTestApi();
  const operator = await adminCaller(plain);
  const key = await operator.newKey();
  const signups = async () => (await operator.get("/api/instance")).body.signups;
  expect(await signups()).toBe("open");
  const mail = { from: "a@unverified.example", to: "b@example.org", subject: "Hi", text: "Hi" };
  expect((await key.send(mail)).status).toBe(200);
  await operator.put(PATH, { mode: "direct" });
  expect(await signups()).toBe("closed");
  expect((await key.send(mail)).status).toBe(403);
  await plain.close();
});
