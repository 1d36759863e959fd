/** Removed content is reported, and never sent or shown as if it were empty. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, adminCaller, keyCaller } from "../../../../test/harness/api-caller.ts";
import { createTestWorker } from "../../../../test/harness/delivery-worker.ts";
import { type SmtpSink, startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { until } from "../../../../test/harness/until.ts";

import type { DeliveryWorker } from "../../delivery/index.ts";
import { RelayTransport } from "../../delivery/transmit/relay-transport.ts";
import { sweepContents } from "./sweep-contents.ts";

const api = useApi();
let caller: ApiCaller;
let admin: ApiCaller;
let sink: SmtpSink;
let worker: DeliveryWorker;

beforeAll(async () => {
  caller = keyCaller(api);
  admin = await adminCaller(api);
  sink = await startSmtpSink();
  const endpoint = {
    host: "127.0.0.1",
    port: sink.port,
    tls: "none",
    auth: null,
    rejectUnauthorized: true,
  } as const;
  const transport = new RelayTransport({ endpoint, heloName: "posthouse.example" });
  worker = createTestWorker({ database: api.database, transport });
  await worker.start();
});
afterAll(async () => {
  await worker.stop();
  await sink.close();
});

const email = { to: "a@sink.test", subject: "Removed" };
const base64 = (text: string) => Buffer.from(text).toString("base64");
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const makeDue = (id: string) =>
  api.database.pool.query("UPDATE recipients SET due_at = now() WHERE email_id = $1", [id]);

/** Simulates weeks in which no worker ran. */
async function removeContents(text: string): Promise<void> {
  await api.database.pool.query(
    "UPDATE contents SET last_used_on = '2020-01-01' WHERE position(convert_to($1, 'UTF8') IN bytes) > 0",
    [text],
  );
  await sweepContents(api.database);
}

test.each([
  ["a small text", { text: "gone text" }],
  ["a small HTML", { html: "<p>gone html</p>" }],
  ["one body of two", { html: "<p>kept</p>", text: "gone alternative" }],
  ["a large body", { text: `gone ${"x".repeat(100_000)}` }],
  ["an attachment", { text: "kept", attachments: [{ filename: "a", content: base64("gone file") }] }],
])("an email that has lost %s is not sent without it", async (_, body) => {
  const id = await caller.sent({ ...email, ...body, scheduled_at: inAnHour() });
  await removeContents("gone");
  await makeDue(id);
  const [recipient] = await until(
    async () => {
      const { recipients } = await caller.email(id);
      return recipients[0].events.length > 0 && recipients;
    },
    { what: "an outcome" },
  );
  // Without retries, because removed content does not come back.
  expect(recipient.state).toBe("bounced");
  expect(sink.messages).toEqual([]);
});

test("an email that has lost only an attachment reports removed content", async () => {
  const attachments = [{ filename: "a.txt", content: base64("a lost file") }];
  const id = await caller.sent({
    ...email,
    text: "a body of many emails",
    attachments,
    scheduled_at: inAnHour(),
  });
  expect(await caller.email(id)).toMatchObject({ content_removed: false, text: "a body of many emails" });
  await removeContents("a lost file");
  expect(await caller.email(id)).toMatchObject({ content_removed: true });
  expect((await admin.get(`/api/emails/${id}/source`)).body.error.code).toBe("content_removed");
});
