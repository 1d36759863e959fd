import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { allowDomain } from "../../src/features/domains/index.ts";
import { createKeyForEmail } from "../../src/features/keys/index.ts";
import { smtp as smtpRole } from "../../src/processes/smtp.ts";
import { startTestApi, type TestApi } from "../harness/api.ts";
import { runSql } from "../harness/database.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../harness/database-proxy.ts";
import { connectRawTls, logInRaw, plain, type RawSmtp } from "../harness/raw-smtp.ts";
import { startRole } from "../harness/services.ts";
import { until } from "../harness/until.ts";

let api: TestApi;
let proxy: DatabaseProxy;
let smtp: Awaited<ReturnType<typeof startRole>>;
let dataDir: string;
let port: number;
const stops: (() => Promise<void>)[] = [];

async function startServer(env: Record<string, string> = {}) {
  const settings = { SMTP_PORT: "0", SMTPS_PORT: "0", DATA_DIR: dataDir, ...env };
  const config = loadConfig({ DATABASE_URL: proxy.connectionString, ...settings });
  const server = await startRole(smtpRole, config);
  stops.push(server.stop);
  return { server, port: Number(/(\d+) \(TLS\)/.exec(server.url ?? "")?.[1]) };
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "submission-"));
  api = await startTestApi();
  proxy = await startDatabaseProxy(api.database.connectionString);
  ({ server: smtp, port } = await startServer());
  expect(smtp.url).toMatch(/^\d+ \(STARTTLS\) and \d+ \(TLS\)$/);
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await proxy.close();
  await api.close();
  await rm(dataDir, { recursive: true });
});

type Given = { from?: string; to?: string[]; subject?: string; headers?: string };

async function send(client: RawSmtp, given: Given = {}): Promise<string> {
  await writeMessage(client, given);
  return await client.reply();
}

/** Sends everything up to the final dot. The caller reads the reply to it. */
async function writeMessage(client: RawSmtp, given: Given): Promise<void> {
  const { from = "ada@example.com", to = ["bob@example.net"], subject = "A test", headers = "" } = given;
  for (const line of [`MAIL FROM:<${from}>`, ...to.map((one) => `RCPT TO:<${one}>`)])
    expect(await client.say(line)).toMatch(/^250/);
  expect(await client.say("DATA")).toMatch(/^354/);
  client.write(`From: ${from}\r\nSubject: ${subject}\r\n${headers}\r\nHello\r\n.\r\n`);
}

async function storedEmails(subject: string) {
  const { rows } = await api.database.pool.query("SELECT id FROM emails WHERE subject = $1 ORDER BY id", [
    subject,
  ]);
  return rows as { id: string }[];
}
const queuedId = (reply: string) => /^250 2\.0\.0 queued as (\S+)$/.exec(reply)?.[1];

test("a message is an email of the key's account, with one recipient for each RCPT", async () => {
  const client = await logInRaw(port, api.key);
  const id = queuedId(await send(client, { to: ["a@example.net", "b@example.net"], subject: "Two" }));
  const answer = await api.app.inject({ url: `/api/v1/emails/${id}`, headers: api.authorization });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ subject: "Two" });
  expect(answer.json().recipients.map(({ address }: { address: string }) => address)).toEqual([
    "a@example.net",
    "b@example.net",
  ]);
});

test("250 comes after the commit, however long that takes (D13)", async () => {
  const client = await logInRaw(port, api.key);
  await send(client, { subject: "first" });
  for (const line of ["MAIL FROM:<ada@example.com>", "RCPT TO:<bob@example.net>", "DATA"])
    await client.say(line);
  proxy.hold();
  client.write("From: ada@example.com\r\nSubject: slow\r\n\r\nHello\r\n.\r\n");
  await until(() => proxy.held > 0, { what: "the answer of the database" });
  expect(client.rest).toBe("");
  proxy.release();
  expect(await client.reply()).toMatch(/^250/);
});

test("without a database it is 451 and 454, never 250 or 5xx, and nothing is kept (D14)", async () => {
  const client = await logInRaw(port, api.key);
  expect(await send(client, { subject: "warm" })).toMatch(/^250/);
  expect(await client.say("MAIL FROM:<ada@example.com>")).toMatch(/^250/);
  await client.say("RCPT TO:<bob@example.net>");
  await client.say("DATA");
  proxy.cut();
  client.write("From: ada@example.com\r\nSubject: outage\r\n\r\nHello\r\n.\r\n");
  expect(await client.reply()).toMatch(/^451 4\.3\.0 /);
  const logIn = async () => {
    const other = await connectRawTls(port);
    await other.reply();
    await other.say("EHLO client.test");
    const reply = await other.say(`AUTH PLAIN ${plain("posthouse", api.key)}`);
    other.destroy();
    return reply;
  };
  // The cached key is valid for half a second.
  const refused = await until(async () => (await logIn()).match(/^[45].*/)?.[0], {
    what: "a refusal",
  });
  expect(refused).toMatch(/^454 4\.3\.0 /);
  proxy.mend();
  expect(await storedEmails("outage")).toEqual([]);
  const isTaken = () =>
    send(client, { subject: "after" }).then(
      (reply) => reply.startsWith("250"),
      // The server may also have refused before the message.
      () => client.say("RSET").then(() => false),
    );
  await until(isTaken, { what: "mail to be taken again" });
});

test("a full disk is 452 4.3.1 (D15)", async () => {
  const { connectionString } = api.database;
  await runSql(
    connectionString,
    `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
     CREATE TRIGGER full_disk BEFORE INSERT ON emails EXECUTE FUNCTION full_disk()`,
  );
  const client = await logInRaw(port, api.key);
  expect(await send(client, { subject: "full" })).toMatch(/^452 4\.3\.1 /);
  await runSql(connectionString, "DROP TRIGGER full_disk ON emails");
  expect(await send(client, { subject: "room again" })).toMatch(/^250/);
  expect(await storedEmails("full")).toEqual([]);
});

test("after a lost reply, the same Idempotency-Key returns the same email and sends no second one (D12, D25)", async () => {
  const client = await logInRaw(port, api.key);
  const given = { subject: "once", headers: "X-Posthouse-Idempotency-Key: order-17\r\n" };
  await writeMessage(client, given);
  await until(async () => (await storedEmails("once")).length === 1, { what: "the email" });
  client.destroy();
  const again = await logInRaw(port, api.key);
  const id = queuedId(await send(again, given));
  expect(await storedEmails("once")).toMatchObject([{ id }]);
  expect(await send(again, { ...given, subject: "other" })).toMatch(/^554 5\.6\.0 /);
  expect(await storedEmails("other")).toEqual([]);
});

test("a client may part a message among transactions: with one key each of them is sent, and sent once (D25)", async () => {
  const client = await logInRaw(port, api.key);
  const given = { subject: "parted", headers: "X-Posthouse-Idempotency-Key: order-18\r\n" };
  const first = queuedId(await send(client, { ...given, to: ["a@example.net", "b@example.net"] }));
  const second = queuedId(await send(client, { ...given, to: ["c@example.net", "d@example.net"] }));
  expect(await storedEmails("parted")).toMatchObject([{ id: first }, { id: second }]);
  expect(queuedId(await send(client, { ...given, to: ["B@example.net", "a@example.net"] }))).toBe(first);
  expect(queuedId(await send(client, { ...given, to: ["c@example.net", "d@example.net"] }))).toBe(second);
  expect(await storedEmails("parted")).toHaveLength(2);
});

test("an invalid Idempotency-Key is refused (D25)", async () => {
  const client = await logInRaw(port, api.key);
  const headers = `X-Posthouse-Idempotency-Key: ${"x".repeat(300)}\r\n`;
  expect(await send(client, { headers })).toMatch(/^550 5\.6\.0 Idempotency-Key/);
});

test("in SaaS mode only listed domains, in MAIL as in From; a key's own domains count too (D7)", async () => {
  const strict = await startServer({ PAYMENT_SECRET_KEY: "sk_test" });
  await allowDomain(api.database, { email: "admin@example.com", domain: "ours.test" });
  const client = await logInRaw(strict.port, api.key);
  expect(await client.say("MAIL FROM:<ada@foreign.test>")).toMatch(/^553 5\.7\.1 /);
  expect(await send(client, { from: "ada@ours.test" })).toMatch(/^250/);
  for (const line of ["MAIL FROM:<ada@ours.test>", "RCPT TO:<bob@example.net>", "DATA"])
    await client.say(line);
  client.write("From: ada@foreign.test\r\nSubject: x\r\n\r\nx\r\n.\r\n");
  expect(await client.reply()).toMatch(/^553 5\.7\.1 /);
});

test("a revoked key is refused within a second, in the session that it opened (B4)", async () => {
  const { database } = api;
  const { key } = await createKeyForEmail(database, { email: "admin@example.com", name: "short" });
  const client = await logInRaw(port, key);
  expect(await send(client)).toMatch(/^250/);
  await database.pool.query("UPDATE api_keys SET revoked_at = now() WHERE name = 'short'");
  // Moves the clock forward by a second, without waiting.
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 1_000);
  onTestFinished(() => clock.mockRestore());
  expect(await client.say("MAIL FROM:<a@example.com>")).toMatch(/^535 5\.7\.8 /);
});

test("mail over the daily quota is deferred", async () => {
  const small = await startServer({ DAILY_QUOTA: "1" });
  const client = await logInRaw(small.port, api.key);
  expect(await send(client, { to: ["a@example.net", "b@example.net"] })).toMatch(/^451 4\.7\.1 /);
});

test("the same message in two sessions at once makes two emails", async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => logInRaw(port, api.key)));
  const replies = await Promise.all(clients.map((client) => send(client, { subject: "crowd" })));
  expect(new Set(replies.map(queuedId)).size).toBe(20);
  expect(await storedEmails("crowd")).toHaveLength(20);
});
