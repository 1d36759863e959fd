import { afterAll, beforeAll, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { createTestWorker } from "../../../../test/harness/delivery-worker.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { type Script, type SmtpSink, startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { workerNotifier } from "../../recipients/index.ts";
import { RelayTransport } from "./relay-transport.ts";

const log = createLogger("silent", "test");
const cleanUp: (() => Promise<unknown>)[] = [];
const database = useDatabase();
let relay: SmtpSink;

beforeAll(async () => {
  relay = await startSmtpSink();
  const endpoint = {
    host: "127.0.0.1",
    port: relay.port,
    tls: "none",
    auth: null,
    rejectUnauthorized: true,
  } as const;
  const transport = new RelayTransport({ endpoint, heloName: "posthouse.example" });
  const worker = createTestWorker({ database, transport });
  await worker.start();
  cleanUp.push(relay.close, () => worker.stop());
});
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step();
});

/** Sends one email to each address, waits until all have bounced, and returns who is suppressed. */
async function suppressedBy(script: Script, recipients: string[]): Promise<string[]> {
  relay.setScript(script);
  const accountId = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Ada')", [accountId]);
  const emails = recipients.map((to) => draftEmail(accountId, { to: [to], subject: "x", text: "x" }));
  await storeEmails(database, emails);
  workerNotifier(database, log)();
  const read = async (sql: string) => (await database.pool.query<{ value: string }>(sql, [accountId])).rows;
  await eventually(async () => {
    const states = await read("SELECT DISTINCT state AS value FROM recipients WHERE account_id = $1");
    expect(states).toEqual([{ value: "bounced" }]);
  });
  const rows = await read("SELECT address AS value FROM suppressions WHERE account_id = $1 ORDER BY address");
  return rows.map(({ value }) => value);
}

const recipients = ["ada@example.net", "bob@example.net", "eve@example.org"];

test.each([
  "550 5.1.0 Address rejected.",
  "550 5.1.1 User unknown",
  "550 5.1.2 Domain does not exist",
  "551 5.1.6 User not local",
  "556 5.1.10 Domain does not accept mail",
])("a relay that replies to MAIL FROM with %s suppresses no recipient [review 3]", async (reply) => {
  expect(await suppressedBy({ mail: () => reply }, recipients)).toEqual([]);
});

test("a relay that refuses each recipient because of the sender suppresses none", async () => {
  const reply = "550 5.1.0 Sender address rejected: Domain not found";
  expect(await suppressedBy({ rcpt: () => reply }, recipients)).toEqual([]);
});

test("a relay that does not know the recipients suppresses them", async () => {
  expect(await suppressedBy({ rcpt: () => "550 5.1.1 User unknown" }, recipients)).toEqual(recipients);
});
