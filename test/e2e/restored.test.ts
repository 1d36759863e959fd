import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadEmail, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase, databaseUrl, runSql, type TestDatabase } from "../harness/database.ts";
import { nodePath } from "../harness/node-path.ts";
import { type Posthouse, type Role, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { newDataDir } from "../harness/pristine-data.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
let sink: SmtpSink;
let database: TestDatabase;
let backupUrl: string;
let dataDir: string;
let running: Posthouse | undefined;

beforeAll(async () => {
  sink = await startSmtpSink();
  database = await createTestDatabase();
  dataDir = await newDataDir();
});
afterAll(async () => {
  await stopAndRemove(running);
  await runSql(database.connectionString, `DROP DATABASE IF EXISTS ${nameOf(backupUrl)} WITH (FORCE)`);
  await database.drop();
  await sink.close();
});

const nameOf = (url: string) => new URL(url).pathname.slice(1);

async function startOn(url: string, roles: Role[]): Promise<Posthouse> {
  await running?.stop();
  const env = {
    DATABASE_URL: url,
    SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    DEFAULT_FROM: "test@posthouse.test",
  };
  running = await startPosthouse({ dataDir, env, roles });
  return running;
}

/** Copies the current rows to another database, like a dump and its restore. */
async function backUp(): Promise<string> {
  const [from, to] = [nameOf(database.connectionString), `${nameOf(database.connectionString)}_backup`];
  const postgres = databaseUrl(database.connectionString, "postgres");
  await runSql(postgres, `CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY file_copy`);
  return databaseUrl(database.connectionString, to);
}

test("due recipients of a restored backup are held and not sent again; new mail is sent (F21)", async () => {
  const accepting = await startOn(database.connectionString, ["api"]);
  const { key } = await signUpAndCreateKey(accepting);
  const send = (to: string, more = {}) =>
    sendEmail(accepting.baseUrl, key, { to, subject: "x", text: "x", ...more });
  const due = await send("due@sink.test");
  const later = await send("later@sink.test", { scheduled_at: "in 2 days" });
  await accepting.stop();
  backupUrl = await backUp();

  await startOn(database.connectionString, ["api", "worker"]);
  await until(() => sink.messages.length === 1, { what: "the delivery after the backup" });

  const restored = await startOn(backupUrl, ["api", "worker"]);
  expect(restored.logs.join("\n")).toContain("queue.restored");
  const newer = await sendEmail(restored.baseUrl, key, { to: "new@sink.test", subject: "x", text: "x" });
  const stateOf = async (id: string) => {
    const [recipient] = (await loadEmail(restored.baseUrl, key, id)).recipients;
    return [recipient?.state, recipient?.next_attempt_at === null];
  };
  await until(async () => (await stateOf(newer))[0] === "delivered", { what: "the new one" });
  expect(await stateOf(due)).toEqual(["uncertain", true]);
  expect(await stateOf(later)).toEqual(["queued", false]);
  expect(sink.messages.flatMap(({ recipients }) => recipients)).toEqual(["due@sink.test", "new@sink.test"]);

  const { stdout } = await promisify(execFile)(nodePath, [main, "admin", "decide-restored", "delivered"], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: backupUrl },
  });
  expect(stdout).toBe("1 recipients count as delivered.\n");
  expect(await stateOf(due)).toEqual(["delivered", true]);
  // From here on, the database counts as the original.
  const again = await startOn(backupUrl, ["api", "worker"]);
  expect(again.logs.join("\n")).not.toContain("queue.restored");
});
