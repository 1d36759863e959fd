import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, keyCaller } from "../../../../test/harness/api-caller.ts";
import { firstIdAt, newId } from "../../../platform/ids/index.ts";

const api = useApi({ WEBHOOKS_TO_PRIVATE: "on" });
let caller: ApiCaller;

beforeAll(() => {
  caller = keyCaller(api);
});

const EVENT_AT = new Date("2026-11-25T08:00:00.000Z");
const eventId = (n: number) => firstIdAt(new Date(EVENT_AT.getTime() + n * 1_000));

type Delivery = {
  webhookId: string;
  emailId: string;
  event?: number;
  state?: string;
  attempts: (number | null)[];
  isTest?: boolean;
};

/** Stores an event, its delivery and its attempts, a minute apart, with these statuses. */
async function deliver({
  webhookId,
  emailId,
  event = 0,
  state = "succeeded",
  attempts,
  isTest = false,
}: Delivery): Promise<void> {
  const { pool } = api.database;
  const id = eventId(event);
  await pool.query(
    `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail)
     SELECT account_id, id, $2, 0, 1, 'captured', '{}' FROM emails WHERE id = $1 ON CONFLICT DO NOTHING`,
    [emailId, id],
  );
  await pool.query(
    `INSERT INTO webhook_deliveries (account_id, webhook_id, event_id, subject, type, state, attempts, tries, is_test, due_at)
     SELECT account_id, $2, $3, id, 'email.captured', $4, $5, 0, $6, CASE WHEN $4 = 'pending' THEN now() END FROM emails WHERE id = $1`,
    [emailId, webhookId, id, state, attempts.length, isTest],
  );
  await pool.query(
    `INSERT INTO webhook_attempts (account_id, webhook_id, event_id, attempt, at, duration_ms, url, format, signature, status, error)
     SELECT account_id, $2, $3, n, $4::timestamptz + n * interval '1 minute', 40 + n, 'http://shop.test/hook', 'posthouse', 'v1,x', tried,
       CASE WHEN tried IS NULL THEN 'did not respond' END
     FROM emails, unnest($5::smallint[]) WITH ORDINALITY AS a (tried, n) WHERE id = $1`,
    [emailId, webhookId, id, EVENT_AT, attempts],
  );
}

async function addWebhook(description: string | null): Promise<string> {
  const { body } = await caller.post("/api/v1/webhooks", { url: "http://shop.test/hook", description });
  return body.id;
}

const send = () => caller.sent({ to: "a@example.org", subject: "Hello", text: "Hello" });
const list = (id: string, query = "") => caller.get(`/api/v1/emails/${id}/webhook-deliveries${query}`);

test("an email lists the requests to each webhook with their attempts, oldest event first", async () => {
  const [shop, books] = [await addWebhook("Shop"), await addWebhook(null)];
  const [emailId, other] = [await send(), await send()];
  await deliver({ webhookId: books, emailId, event: 1, attempts: [500, null], state: "pending" });
  await deliver({ webhookId: shop, emailId, attempts: [200] });
  await deliver({ webhookId: shop, emailId: other, attempts: [200], event: 2 });
  await deliver({ webhookId: shop, emailId, attempts: [200], event: 3, isTest: true });
  const { status, body } = await list(emailId);
  expect(status).toBe(200);
  expect(body.deliveries).toEqual([
    {
      webhook: { id: shop, url: "http://shop.test/hook", description: "Shop" },
      event_id: eventId(0),
      type: "email.captured",
      state: "succeeded",
      attempts: 1,
      next_attempt_at: null,
      updated_at: expect.any(String),
      log: [{ attempt: 1, at: "2026-11-25T08:01:00.000Z", duration_ms: 41, status: 200, error: null }],
    },
    expect.objectContaining({
      webhook: { id: books, url: "http://shop.test/hook", description: null },
      event_id: eventId(1),
      state: "pending",
      next_attempt_at: expect.any(String),
      log: [
        expect.objectContaining({ attempt: 1, status: 500, error: null }),
        expect.objectContaining({ attempt: 2, status: null, error: "did not respond" }),
      ],
    }),
  ]);
  expect(body.pagination).toEqual({ limit: 50, has_more: false, next_cursor: null });
});

test("pages continue after the last delivery, also between two webhooks of one event", async () => {
  const webhooks = [await addWebhook(null), await addWebhook(null)];
  const emailId = await send();
  for (const event of [0, 1, 2])
    for (const webhookId of webhooks) await deliver({ webhookId, emailId, event, attempts: [200] });
  const seen: string[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await list(emailId, `?limit=3${cursor && `&cursor=${cursor}`}`);
    seen.push(
      ...body.deliveries.map((d: { webhook: { id: string }; event_id: string }) => d.event_id + d.webhook.id),
    );
    if (!body.pagination.has_more) break;
    cursor = body.pagination.next_cursor;
  }
  expect(seen).toEqual([0, 1, 2].flatMap((event) => webhooks.map((id) => eventId(event) + id)));
});

test("the last 20 attempts of a delivery are listed, and all are counted", async () => {
  const webhookId = await addWebhook(null);
  const emailId = await send();
  await deliver({ webhookId, emailId, attempts: Array.from({ length: 25 }, () => 500), state: "failed" });
  const [delivery] = (await list(emailId)).body.deliveries;
  expect(delivery.attempts).toBe(25);
  expect(delivery.log.map(({ attempt }: { attempt: number }) => attempt)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 6),
  );
});

test("deliveries to a removed webhook stay, without its URL", async () => {
  const webhookId = await addWebhook("Old");
  const emailId = await send();
  await deliver({ webhookId, emailId, attempts: [200] });
  await caller.call("DELETE", `/api/v1/webhooks/${webhookId}`);
  const [delivery] = (await list(emailId)).body.deliveries;
  expect(delivery.webhook).toEqual({ id: webhookId, url: null, description: null });
});

test("an email of another account is not found, and a cursor of another email is refused", async () => {
  const [first, second] = [await send(), await send()];
  expect((await list(newId())).status).toBe(404);
  expect((await list("no-id")).status).toBe(404);
  const webhookId = await addWebhook(null);
  for (const event of [0, 1]) await deliver({ webhookId, emailId: first, event, attempts: [200] });
  const { next_cursor } = (await list(first, "?limit=1")).body.pagination;
  const refused = await list(second, `?cursor=${next_cursor}`);
  expect([refused.status, refused.problems]).toEqual([422, ["cursor"]]);
});
