import { beforeAll, expect, onTestFinished, test } from "vitest";
import { useApi } from "../../../test/harness/api.ts";
import { type ApiCaller, keyCaller, newAccount, startSecondNode } from "../../../test/harness/api-caller.ts";

const api = useApi();
const email = { to: "ada@example.com", subject: "Hello", text: "Hello" };
let asking: ApiCaller;
let other: ApiCaller;

beforeAll(async () => {
  asking = keyCaller(api);
  ({ caller: other } = await newAccount(api, "other@example.com"));
  await addWebhook(asking, ["email.scheduled"]);
  await addWebhook(other, []);
});

async function addWebhook(caller: ApiCaller, types: string[]): Promise<string> {
  const url = "https://example.com/hook";
  const { status, body } = await caller.post("/api/v1/webhooks", { url, types });
  expect(status).toBe(201);
  return body.id;
}

async function eventsOf(emailId: string) {
  const { rows } = await api.database.pool.query(
    "SELECT position, attempt, type, detail FROM events WHERE email_id = $1 ORDER BY position",
    [emailId],
  );
  return rows;
}

test("mail of an account with a webhook for it gets an event for each recipient", async () => {
  const id = await asking.sent({ ...email, to: ["ada@example.com", "b@example.com"] });
  const queued = { attempt: 0, type: "queued", detail: {} };
  expect(await eventsOf(id)).toEqual([
    { position: 0, ...queued },
    { position: 1, ...queued },
  ]);
});

test("the event of scheduled mail says when it is sent", async () => {
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
  const id = await asking.sent({ ...email, scheduled_at: scheduledAt });
  expect(await eventsOf(id)).toEqual([
    { position: 0, attempt: 0, type: "scheduled", detail: { scheduled_at: scheduledAt } },
  ]);
  const { recipients } = await asking.email(id);
  expect(recipients[0]).toMatchObject({ state: "queued", attempts: 0, events: [{ type: "scheduled" }] });
});

test("mail of other accounts gets none, also in the same commit", async () => {
  const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? other : asking).sent(email)));
  for (const [n, id] of sent.entries()) expect(await eventsOf(id)).toHaveLength(n % 2 ? 0 : 1);
});

test("a repeated request writes no second event, also if both arrive at the same time at two nodes", async () => {
  const second = await startSecondNode(api);
  onTestFinished(second.close);
  for (let n = 0; n < 10; n += 1) {
    const headers = { "idempotency-key": `once ${n}` };
    const responses = await Promise.all([asking, second.caller].map((node) => node.send(email, headers)));
    const ids = new Set(responses.flatMap(({ status, body }) => (status === 200 ? [body.id] : [])));
    expect(ids.size).toBe(1);
    expect(await eventsOf([...ids][0])).toHaveLength(1);
  }
  const { rows } = await api.database.pool.query(
    "SELECT v.email_id FROM events v LEFT JOIN emails e ON e.id = v.email_id WHERE e.id IS NULL",
  );
  expect(rows).toEqual([]);
});

test("an email is accepted only together with its event", async () => {
  await api.database.pool.query(
    "ALTER TABLE events ADD CONSTRAINT no_queued CHECK (type <> 'queued') NOT VALID",
  );
  onTestFinished(
    async () => void (await api.database.pool.query("ALTER TABLE events DROP CONSTRAINT no_queued")),
  );
  const count = async () => (await api.database.pool.query("SELECT count(*) FROM emails")).rows[0].count;
  const before = await count();
  for (const headers of [{}, { "idempotency-key": "with its event" }])
    expect((await asking.send(email, headers)).status).toBeGreaterThanOrEqual(500);
  expect(await count()).toBe(before);
});

test("the feed has the event", async () => {
  const id = await asking.sent(email);
  const { body } = await asking.get(`/api/v1/events?email_id=${id}&type=email.queued`);
  expect(body.events).toMatchObject([
    { type: "queued", email_id: id, recipient: "ada@example.com", attempt: 0 },
  ]);
});

test("without such a webhook, no events are written any more", async () => {
  const { caller } = await newAccount(api, "leaving@example.com");
  const webhook = await addWebhook(caller, ["email.queued"]);
  await expect.poll(async () => (await eventsOf(await caller.sent(email))).length).toBe(1);
  const { status } = await caller.call("DELETE", `/api/v1/webhooks/${webhook}`);
  expect(status).toBe(204);
  await expect.poll(async () => (await eventsOf(await caller.sent(email))).length).toBe(0);
});
