import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";
import { startWebhookReceiver } from "../harness/webhook-receiver.ts";

type Created = { id: string; secret: string };
type Events = { events: { event_id: string; state: string; attempts: number }[] };

let posthouse: Posthouse;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let key: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  posthouse = await startPosthouse({
    database: await createTestDatabase(),
    env: { WEBHOOKS_TO_PRIVATE: "on" },
  });
  ({ key } = await signUpAndCreateKey(posthouse));
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await receiver.close();
});

async function send(count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const email = (n: number) => ({ to: `ada${n}@example.com`, subject: `mail ${n}`, text: "x" });
  return await Promise.all(numbers.map((n) => sendEmail(posthouse.baseUrl, key, email(n))));
}

const got = () => new Set(receiver.received.map(({ emailId }) => emailId));

test("mail that was sent is reported to the webhook, and the log has each event", async () => {
  const { status, body } = await callApi<Created>(posthouse.baseUrl, "/api/v1/webhooks", {
    key,
    body: { url: receiver.url, types: ["email.captured"] },
  });
  expect([status, body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
  const ids = await send(20);
  await until(async () => ids.every((id) => got().has(id)), { what: "the events" });
  const path = `/api/v1/webhooks/${body.id}/events`;
  const list = async () => (await callApi<Events>(posthouse.baseUrl, path, { key })).body.events;
  await until(async () => (await list()).length === 20, { what: "the log" });
  expect((await list()).every(({ state, attempts }) => state === "succeeded" && attempts === 1)).toBe(true);
  const first = await callApi<Events>(posthouse.baseUrl, `${path}?limit=15`, { key });
  expect(first.body).toMatchObject({ pagination: { has_more: true } });
});

test("no event is lost when the process that sends is killed, which webhook-kills.test.ts does more often (F1, I11)", async () => {
  receiver.setReply(() => ({ delayMs: 15 }));
  const ids = await send(40);
  const before = got().size;
  await until(async () => got().size > before, { what: "some events", within: 40_000 });
  await until(() => posthouse.rolePids("background").length > 0, { what: "the process that sends" });
  await posthouse.kill("background");
  await until(async () => ids.every((id) => got().has(id)), { what: "all events", within: 60_000 });
}, 140_000);

test("a webhook with an address of this network is refused by default", async () => {
  const other = await startPosthouse({ database: await createTestDatabase(), roles: ["api"] });
  try {
    const account = await signUpAndCreateKey(other);
    const body = { url: receiver.url };
    const refused = await callApi(other.baseUrl, "/api/v1/webhooks", { key: account.key, body });
    expect(refused).toMatchObject({ status: 422, body: { error: { fields: [{ path: "url" }] } } });
  } finally {
    await stopAndRemove(other);
  }
});
