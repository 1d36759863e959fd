import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { openDatabase } from "../../src/platform/db/index.ts";
import type { App } from "../../src/platform/http/index.ts";
import { smtp as smtpRole } from "../../src/processes/smtp.ts";
import { worker as workerRole } from "../../src/processes/worker.ts";
import { startTestApi, type TestApi } from "../harness/api.ts";
import { awayFromEndOf } from "../harness/away-from-end-of.ts";
import { connectRawTls, logInRaw, plain } from "../harness/raw-smtp.ts";
import { startRole, testApp } from "../harness/services.ts";
import { startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

let api: TestApi;
let stops: (() => Promise<unknown>)[];

beforeEach(async () => {
  await awayFromEndOf("hour", 60_000);
  stops = [];
});
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
});

async function open(env: Record<string, string> = {}) {
  api = await startTestApi(env);
  stops.push(api.close);
}

/** A key that has been in use for two days. */
const age = () =>
  api.database.pool.query(
    "INSERT INTO key_hours SELECT account_id, id, date_trunc('hour', now(), 'UTC') - interval '2 days', 100, 0, 0 FROM api_keys",
  );

type Send = { emails: number; to: string; subject?: string };
/** Emails to a hundred recipients each. */
async function sendMany({ emails, to, subject = "Offer" }: Send, at: App = api.app) {
  const people = (n: number) => Array.from({ length: 100 }, (_, m) => `p${n}-${m}@${to}`);
  const payload = {
    emails: Array.from({ length: emails }, (_, n) => ({ to: people(n), subject, text: "Buy" })),
  };
  return await at.inject({
    method: "POST",
    url: "/api/v1/emails/batch",
    headers: api.authorization,
    payload,
  });
}
const whoIs = (at: App) => at.inject({ url: "/api/v1/emails", headers: api.authorization });
const post = (url: string, payload: object, headers: object = api.authorization) =>
  api.app.inject({ method: "POST", url, headers: { ...headers }, payload });
const isPaused = async (at: App) => {
  const answer = await whoIs(at);
  return answer.statusCode === 403 && answer.json().error.code === "key_paused";
};
const unsettled = async () =>
  (await api.database.pool.query("SELECT count(*) AS n FROM recipients WHERE due_at IS NOT NULL")).rows[0].n;
const systemMails = async () =>
  (
    await api.database.pool.query(
      `SELECT e.subject, e.api_key_id, e.mail_to, r.state FROM emails e
       JOIN recipients r ON r.account_id = e.account_id AND r.email_id = e.id WHERE e.subject LIKE '%was paused'`,
    )
  ).rows;

test("a key that suddenly sends a hundred times more is paused for HTTP and SMTP, and its people get one email (B8)", async () => {
  await open({ DAILY_QUOTA: "12100" });
  await age();
  const database = openDatabase(api.database.connectionString, { max: 4 });
  const other = testApp({ config: api.config, database });
  const dataDir = await mkdtemp(join(tmpdir(), "abuse-guard-"));
  const settings = {
    DATABASE_URL: database.connectionString,
    SMTP_PORT: "0",
    SMTPS_PORT: "0",
    DATA_DIR: dataDir,
  };
  const smtp = await startRole(smtpRole, loadConfig(settings));
  stops.push(
    database.close,
    () => other.close(),
    smtp.stop,
    () => rm(dataDir, { recursive: true }),
  );
  const port = Number(/(\d+) \(TLS\)/.exec(smtp.url ?? "")?.[1]);
  const session = await logInRaw(port, api.key);

  // The simulator's addresses are not counted, and each node alone would allow the rest. The quota is used up before the abuse guard
  // pauses the key; its people are notified anyway.
  expect((await sendMany({ emails: 20, to: "simulator.posthouse.test" })).statusCode).toBe(200);
  expect((await sendMany({ emails: 50, to: "people.example" })).statusCode).toBe(200);
  expect((await sendMany({ emails: 51, to: "people.example" }, other)).statusCode).toBe(200);
  expect((await sendMany({ emails: 1, to: "people.example" }, other)).statusCode).toBe(429);
  for (const node of [api.app, other]) await until(() => isPaused(node), { what: "the key to be refused" });
  const { message } = (await whoIs(other)).json().error;
  expect(message).toContain("It sent to 10,100 recipients within an hour.");

  const email = { from: "a@example.com", to: "b@people.example", subject: "One", text: "x" };
  const byResend = await post("/compat/resend/emails", email);
  expect([byResend.statusCode, byResend.json().name]).toEqual([401, "restricted_api_key"]);
  const byPostmark = await post("/compat/postmark/email", {}, { "x-postmark-server-token": api.key });
  expect([byPostmark.statusCode, byPostmark.json().ErrorCode]).toEqual([401, 10]);
  expect((await post("/compat/sendgrid/v3/mail/send", {})).statusCode).toBe(403);
  expect(await session.say("MAIL FROM:<a@example.com>")).toMatch(/^535 5\.7\.8 This API key was paused/);
  const client = await connectRawTls(port);
  await client.reply();
  await client.say("EHLO client.test");
  expect(await client.say(`AUTH PLAIN ${plain("posthouse", api.key)}`)).toMatch(
    /^535 5\.7\.8 This API key was paused/,
  );

  await until(async () => (await systemMails()).length > 0, { what: "the system mail" });
  expect(await systemMails()).toMatchObject([
    {
      subject: "The API key “test” was paused",
      api_key_id: null,
      mail_to: [{ address: "admin@example.com" }],
    },
  ]);
  expect(await unsettled()).toBe(12_101);
});

test("the worker pauses a key whose mail bounces, and accepted mail is still delivered (B8)", async () => {
  const sink = await startSmtpSink({
    script: { rcpt: ({ address }) => (/^p[0-2]-/.test(address) ? "550 5.1.1 No such user" : undefined) },
  });
  stops.push(sink.close);
  await open();
  const dataDir = await mkdtemp(join(tmpdir(), "abuse-guard-"));
  stops.push(() => rm(dataDir, { recursive: true }));
  const settings = {
    DATABASE_URL: api.database.connectionString,
    SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    DATA_DIR: dataDir,
  };
  const worker = await startRole(workerRole, loadConfig(settings));
  stops.push(worker.stop);
  // Outcomes of the simulator do not count.
  expect((await sendMany({ emails: 1, to: "simulator.posthouse.test" })).statusCode).toBe(200);
  await until(async () => (await unsettled()) === 0, { what: "the simulated ones to end" });
  expect((await sendMany({ emails: 10, to: "people.example" })).statusCode).toBe(200);
  await until(() => isPaused(api.app), { what: "the key to be refused" });
  const isDelivered = async () => (await systemMails())[0]?.state === "delivered";
  await until(isDelivered, { what: "the system mail to be delivered" });
  await until(async () => (await unsettled()) === 0, { what: "the rest to be delivered" });
  const counts = async () =>
    (await api.database.pool.query("SELECT recipients, delivered, bounced FROM key_hours")).rows[0];
  const all = async () => {
    const { delivered, bounced } = await counts();
    return delivered + bounced >= 1_000;
  };
  await until(all, { what: "all outcomes to be counted" });
  expect(await counts()).toEqual({ recipients: 1_000, delivered: 700, bounced: 300 });
});

test("ABUSE_GUARD=off counts and pauses nothing (B8)", async () => {
  await open({ ABUSE_GUARD: "off" });
  await age();
  for (let n = 0; n < 2; n += 1)
    expect((await sendMany({ emails: 60, to: "people.example" })).statusCode).toBe(200);
  // Another node that counts, started later: when its counts are stored, those of the first would be stored too.
  const counting = testApp({ config: loadConfig({}), database: api.database });
  stops.push(() => counting.close());
  expect((await sendMany({ emails: 1, to: "people.example" }, counting)).statusCode).toBe(200);
  const counts = async () =>
    (await api.database.pool.query("SELECT recipients FROM key_hours ORDER BY hour DESC")).rows;
  await until(async () => (await counts()).length === 2, { what: "the count" });
  expect((await counts())[0]).toEqual({ recipients: 100 });
  expect(await isPaused(api.app)).toBe(false);
});
