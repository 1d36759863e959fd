import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { callApi, signUpAndCreateKey } from "../harness/api-client.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { childrenOf } from "../harness/processes.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

let sink: SmtpSink;
let posthouse: Posthouse;
let key: string;
let accepted = 0;

beforeAll(async () => {
  sink = await startSmtpSink();
  const env = { SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`, DEFAULT_FROM: "test@posthouse.test" };
  posthouse = await startPosthouse({ env });
  ({ key } = await signUpAndCreateKey(posthouse));
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await sink?.close();
});

type Failure = { error?: { code: string; message: string } };
async function send() {
  const body = { to: "a@sink.test", subject: "x", text: "x" };
  const answer = await callApi<Failure>(posthouse.baseUrl, "/api/v1/send", { key, body });
  if (answer.status === 200) accepted += 1;
  return answer;
}

/** The API accepts mail again, and all accepted mail arrives once. */
async function isWellAgain(): Promise<void> {
  await until(async () => (await send()).status === 200, { what: "an accept", every: 200 });
  await until(() => posthouse.isReady(), { what: "readiness" });
  await until(() => sink.messages.length >= accepted, { within: 40_000, what: "all that was accepted" });
  expect(sink.messages).toHaveLength(accepted);
}

async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

const endOthers =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid()";

async function untilUnavailable(before: () => Promise<void> = async () => undefined): Promise<void> {
  const answer = await until(
    async () => {
      await before();
      const one = await send();
      return one.status !== 200 && one;
    },
    { within: 30_000, what: "a refusal" },
  );
  expect(answer.status).toBe(503);
  expect(answer.body.error?.code).toBe("unavailable");
  expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
}

test("a read-only database (25006): 503 and not ready; then everything recovers (F6, C30)", async () => {
  const database = await connectTo(posthouse.databaseUrl());
  const setReadOnly = async (change: string) => {
    await database.query(`SET default_transaction_read_only = off; ALTER DATABASE posthouse ${change}`);
    await database.query(endOthers);
  };
  onTestFinished(() => database.end());
  onTestFinished(() => setReadOnly("RESET default_transaction_read_only"));
  await setReadOnly("SET default_transaction_read_only = on");
  await untilUnavailable();
  await until(async () => !(await posthouse.isReady()), { what: "unreadiness" });
  await setReadOnly("RESET default_transaction_read_only");
  await isWellAgain();
});

test("no connection left (53300): 503, never 500; then everything recovers (F6, C30)", async () => {
  const first = await connectTo(posthouse.databaseUrl());
  const taken: pg.Client[] = [];
  // The test takes connections until none are left. The program may reconnect first, so this is repeated until it cannot.
  const takeAll = async () => {
    await first.query(endOthers.concat(" AND application_name <> 'taker'"));
    for (;;) {
      const client = new pg.Client({ connectionString: posthouse.databaseUrl(), application_name: "taker" });
      client.on("error", () => undefined);
      const isIn = await client.connect().then(
        () => true,
        () => false,
      );
      if (!isIn) return;
      taken.push(client);
    }
  };
  await untilUnavailable(takeAll);
  await Promise.all([first, ...taken].map((client) => client.end()));
  await isWellAgain();
});

test("a database with a slow COMMIT: no response before the commit (D13)", async () => {
  const postmaster = posthouse.postmasterPid() as number;
  // The postmaster first, because it starts the others.
  process.kill(postmaster, "SIGSTOP");
  const stopped = [postmaster, ...childrenOf(postmaster)];
  for (const pid of stopped) process.kill(pid, "SIGSTOP");
  const answer = send();
  const first = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 3_000, "silence"))]);
  for (const pid of stopped) process.kill(pid, "SIGCONT");
  expect(first).toBe("silence");
  expect((await answer).status).toBe(200);
  await isWellAgain();
});
