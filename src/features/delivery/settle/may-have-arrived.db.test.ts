import { expect, onTestFinished, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { createTestWorker } from "../../../../test/harness/delivery-worker.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { cancelEmailRecipients } from "../../recipients/index.ts";
import { RelayTransport } from "../transmit/relay-transport.ts";

const database = useDatabase();
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

test("mail that may have arrived stays uncertain when it is refused temporarily, suppressed or canceled (E13)", async () => {
  const accountId = newId();
  await query("INSERT INTO accounts (id, name) VALUES ($1, 'Ada')", [accountId]);
  const people = ["refused", "suppressed", "crashed", "new"].map((name) => `${name}@example.com`);
  const email = draftEmail(accountId, { to: people, subject: "Hello", text: "Hello" });
  await storeEmails(database, [email]);
  await query(
    `UPDATE recipients SET lease = 1, state = CASE position WHEN 2 THEN 'sending' WHEN 3 THEN 'queued' ELSE 'uncertain' END
     WHERE email_id = $1`,
    [email.id],
  );
  await query(
    `INSERT INTO suppressions (account_id, address_key, id, address, reason, source)
     VALUES ($1, $3, $2, $3, 'complaint', 'email')`,
    [accountId, newId(), people[1]],
  );
  const sink = await startSmtpSink({ script: { rcpt: () => "451 4.7.1 come back later" } });
  onTestFinished(() => sink.close());
  const endpoint = {
    host: "127.0.0.1",
    port: sink.port,
    tls: "none",
    auth: null,
    rejectUnauthorized: true,
  } as const;
  const transport = new RelayTransport({ endpoint, heloName: "posthouse.example" });
  const worker = createTestWorker({ database, transport });
  onTestFinished(() => worker.stop());
  await worker.start();

  const recipients = () =>
    query(
      "SELECT state, attempt, due_at IS NOT NULL AS is_retried FROM recipients WHERE email_id = $1 ORDER BY position",
      [email.id],
    );
  await eventually(async () =>
    expect(await recipients()).toEqual([
      { state: "uncertain", attempt: 1, is_retried: true },
      { state: "uncertain", attempt: 1, is_retried: false },
      { state: "uncertain", attempt: 1, is_retried: true },
      { state: "deferred", attempt: 1, is_retried: true },
    ]),
  );
  const events = await query(
    "SELECT type, detail->>'reason' AS reason, detail->>'code' AS code FROM events WHERE email_id = $1 ORDER BY position",
    [email.id],
  );
  const earlier = expect.stringMatching(/; an earlier attempt may have arrived$/);
  expect(events).toEqual([
    { type: "uncertain", reason: earlier, code: "451" },
    { type: "uncertain", reason: earlier, code: null },
    { type: "uncertain", reason: earlier, code: "451" },
    { type: "deferred", reason: expect.not.stringContaining("earlier attempt"), code: "451" },
  ]);

  await cancelEmailRecipients(database, accountId, email.id);
  expect((await recipients()).map(({ state, is_retried }) => [state, is_retried])).toEqual([
    ["uncertain", false],
    ["uncertain", false],
    ["uncertain", false],
    ["canceled", false],
  ]);
});
