import { rm } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Account, callApi, loadEmail, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { newDataDir } from "../harness/pristine-data.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let sink: SmtpSink;
let posthouse: Posthouse | undefined;
let account: Account;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await newDataDir({ hasDatabase: false });
  sink = await startSmtpSink();
});
afterEach(async () => {
  await posthouse?.stop();
  posthouse = undefined;
});
afterAll(async () => {
  await sink.close();
  await rm(dataDir, { recursive: true });
  await database.drop();
});

const PATH = "/api/instance/delivery";

/** The program on the same data. Its admin is an operator. */
async function start(env: Record<string, string> = {}): Promise<Posthouse> {
  posthouse = await startPosthouse({
    dataDir,
    env: {
      DATABASE_URL: database.connectionString,
      SIGNUPS: "closed",
      DEFAULT_FROM: "t@posthouse.test",
      ...env,
    },
  });
  account ??= await signUpAndCreateKey(posthouse);
  return posthouse;
}

const ask = <T>(path: string, call: { method?: "PUT"; body?: unknown } = {}) =>
  callApi<T>((posthouse as Posthouse).baseUrl, path, { ...call, cookie: account.cookie });

/** Sends an email; returns the state of its recipient once it is final. */
async function stateOfNew(subject: string, over: object = {}): Promise<string> {
  const { baseUrl } = posthouse as Posthouse;
  const id = await sendEmail(baseUrl, account.key, { to: "a@example.org", subject, text: "Hi", ...over });
  return await until(
    async () => {
      const { status } = await loadEmail(baseUrl, account.key, id);
      return status === "queued" || status === "sending" ? null : status;
    },
    { what: `the outcome of “${subject}”` },
  );
}

const logged = (event: string) => (posthouse as Posthouse).logs.some((line) => line.includes(`"${event}"`));

const arrived = (subject: string) =>
  sink.messages.filter(({ raw }) => raw.toString().includes(`Subject: ${subject}`)).length;

test("the program goes from test mode to a relay and keeps it over a restart, and the environment overrides it", async () => {
  await start();
  expect(await stateOfNew("in test mode")).toBe("captured");
  const later = { to: "a@example.org", subject: "scheduled test", text: "Hi", scheduled_at: "in 10 seconds" };
  const { baseUrl } = posthouse as Posthouse;
  const scheduled = await sendEmail(baseUrl, account.key, later);
  const { body: relay } = await ask<{ id: string }>("/api/instance/relays", {
    body: { name: "sink", url: `smtp://127.0.0.1:${sink.port}?tls=none` },
  });
  expect((await ask(PATH)).body).toMatchObject({ mode: "capture", open_test_recipients: 1 });
  const live = await ask(PATH, { method: "PUT", body: { mode: "relay", relay_id: relay.id } });
  expect(live).toMatchObject({ status: 200, body: { mode: "relay", set_by: "dashboard" } });
  expect(await stateOfNew("first live")).toBe("delivered");
  expect(arrived("first live")).toBe(1);
  const isCaptured = async () => (await loadEmail(baseUrl, account.key, scheduled)).status === "captured";
  await until(isCaptured, { what: "the scheduled test email in the inbox" });
  await posthouse?.stop();

  await start({ DELIVERY: "capture" });
  expect((await ask(PATH)).body).toMatchObject({ mode: "capture", set_by: "DELIVERY" });
  expect(await ask(PATH, { method: "PUT", body: { mode: "direct" } })).toMatchObject({ status: 409 });
  expect(await stateOfNew("overridden")).toBe("captured");
  await posthouse?.stop();

  await start({ DELIVERY: "relay" });
  expect(await stateOfNew("a relay of the dashboard")).toBe("delivered");
  await posthouse?.stop();

  await start();
  expect((await ask(PATH)).body).toMatchObject({ mode: "relay", set_by: "dashboard", relay_id: relay.id });
  expect(await stateOfNew("live again")).toBe("delivered");
  const subjects = ["in test mode", "scheduled test", "overridden", "a relay of the dashboard", "live again"];
  expect(subjects.map(arrived)).toEqual([0, 0, 0, 1, 1]);
});

test("the port for bounces opens when mail is first delivered directly, without a restart", async () => {
  const own = await startPosthouse({ roles: ["api", "inbound"], env: { SIGNUPS: "closed" } });
  onTestFinished(() => stopAndRemove(own));
  posthouse = own;
  account = await signUpAndCreateKey(posthouse);
  // Another program may have the default port.
  const isOpen = () => logged("inbound.listening") || logged("inbound.port_taken");
  expect(isOpen()).toBe(false);
  expect((await ask(PATH, { method: "PUT", body: { mode: "direct" } })).status).toBe(200);
  await until(isOpen, { what: "the inbound server" });
});
