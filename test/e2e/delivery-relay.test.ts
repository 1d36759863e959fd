import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  type Account,
  type EmailView,
  loadEmail,
  sendEmail,
  signUpAndCreateKey,
} from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { freePort, type Posthouse, startPosthouse } from "../harness/posthouse.ts";
import { TEST_CERTIFICATE } from "../harness/smtp-certificate.ts";
import { type SinkOptions, type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let directory: string;
let trust: Record<string, string>;
let sink: SmtpSink | undefined;
let posthouse: Posthouse | undefined;
let account: Account | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), "relay-"));
  const path = join(directory, "ca.pem");
  await writeFile(path, TEST_CERTIFICATE.cert);
  trust = { NODE_EXTRA_CA_CERTS: path };
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await database.drop();
});
afterEach(async () => {
  await posthouse?.stop();
  await sink?.close();
  posthouse = undefined;
  sink = undefined;
});

/** Starts the program on the same data with another relay, sends one email and waits for the outcome of its first attempt. */
async function sendThrough(url: string, env: Record<string, string> = {}): Promise<EmailView> {
  const { connectionString: DATABASE_URL } = database;
  const settings = { DATABASE_URL, SMTP_RELAY_URL: url, DEFAULT_FROM: "t@posthouse.test", ...env };
  posthouse = await startPosthouse({ dataDir: join(directory, "data"), env: settings });
  const { baseUrl } = posthouse;
  account ??= await signUpAndCreateKey(posthouse);
  const { key } = account;
  const id = await sendEmail(baseUrl, key, { to: "a@sink.test", subject: "A test", text: "x" });
  return await until(
    async () => {
      const email = await loadEmail(baseUrl, key, id);
      return !["queued", "sending"].includes(email.status) && email;
    },
    { within: 30_000, what: "an outcome" },
  );
}

async function startRelay(options: SinkOptions): Promise<number> {
  sink = await startSmtpSink(options);
  return sink.port;
}

const credentials = "some%40one:pa%3Ass%2Fw%40rd";
/**
 * With required TLS, like the URL of a relay on another machine. To a relay on this machine, a password may otherwise be sent
 * without TLS.
 */
const starttls = (user: string, port: number) => `smtp://${user}@localhost:${port}?tls=required`;
const auth = ({ user, pass }: { user: string; pass: string }) =>
  user === "some@one" && pass === "pa:ss/w@rd" ? undefined : "535 5.7.8 Wrong";

test.each<[string, SinkOptions]>([
  ["STARTTLS and AUTH PLAIN", { tls: "starttls", auth: ["PLAIN"] }],
  ["STARTTLS and AUTH LOGIN", { tls: "starttls", auth: ["LOGIN"] }],
  ["TLS from the first byte", { tls: "implicit", auth: ["PLAIN", "LOGIN"] }],
])("a relay with %s gets mail with the credentials of its URL", async (_, options) => {
  const port = await startRelay({ ...options, script: { auth } });
  const url =
    options.tls === "implicit" ? `smtps://${credentials}@localhost:${port}` : starttls(credentials, port);
  const email = await sendThrough(url, trust);
  expect(email).toMatchObject({ status: "delivered" });
  expect(sink?.messages).toMatchObject([{ secure: true, recipients: ["a@sink.test"] }]);
});

test("wrong credentials defer: no bounce, and no hot loop (E35)", async () => {
  const port = await startRelay({ tls: "starttls", auth: ["PLAIN"], script: { auth } });
  const email = await sendThrough(starttls("some%40one:wrong", port), trust);
  expect(email).toMatchObject({ status: "deferred", recipients: [{ events: [{ detail: { code: 535 } }] }] });
  expect(sink?.connections).toBeLessThanOrEqual(2);
});

test("credentials are never sent in clear text: a relay without STARTTLS does not get them (E25)", async () => {
  const port = await startRelay({ auth: ["PLAIN"], keepWire: true });
  const email = await sendThrough(starttls(credentials, port));
  expect(email).toMatchObject({ status: "deferred" });
  const wire = [...(sink?.wire.values() ?? [])].flat();
  expect(Buffer.concat(wire).toString()).not.toMatch(/AUTH/i);
});

test("a relay with an untrusted certificate gets neither credentials nor mail (E27)", async () => {
  const port = await startRelay({ tls: "starttls", auth: ["PLAIN"] });
  const email = await sendThrough(starttls(credentials, port));
  expect(email).toMatchObject({ status: "deferred" });
  expect(sink?.messages).toEqual([]);
  expect(sink?.commands.join("\n")).not.toMatch(/AUTH/i);
});

test("mail for a relay that is down is deferred (E)", async () => {
  const email = await sendThrough(`smtp://127.0.0.1:${await freePort()}`);
  expect(email).toMatchObject({
    status: "deferred",
    recipients: [{ events: [{ detail: { phase: "connect" } }] }],
  });
});
