import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, keyCaller } from "../../../../test/harness/api-caller.ts";

const api = useApi();
const PATH = "/api/v1/webhooks/listen";
let caller: ApiCaller;

beforeAll(() => {
  caller = keyCaller(api);
});

/** An email with these events. Returns its id. */
async function sendWith(types: string[]): Promise<string> {
  const id = await caller.sent({ to: "ada@example.com", subject: "Hello", text: "Hello" });
  for (const type of types)
    await api.database.pool.query(
      `WITH begun AS MATERIALIZED (SELECT begin_events() AS at)
       INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
       SELECT account_id, id, event_id(at, uuid_send(gen_random_uuid())), 0, 1, $2, '{}', at FROM emails, begun WHERE id = $1`,
      [id, type],
    );
  return id;
}

test("a type that does not exist is refused with the list of types", async () => {
  const { status, body, problems } = await caller.get(`${PATH}?types=email.delivered,email.bouncd`);
  expect([status, problems]).toEqual([422, ["types"]]);
  expect(body.error.message).toMatch(/email\.bouncd is not known; use .*email\.bounced, .*webhook\.disabled/);
  expect((await caller.get(`${PATH}?types=email.delivered,%20email.opened,`)).status).toBe(200);
});

test("bodies have the requested format, without events that it does not have", async () => {
  const { cursor } = (await caller.get(PATH)).body;
  const id = await sendWith(["deferred", "delivered"]);
  const listen = async (query: string) => {
    const { body } = await caller.get(`${PATH}?after=${cursor}&${query}`);
    return body.events.map((event: { body: string }) => JSON.parse(event.body));
  };
  expect(await listen("types=email.delivered")).toMatchObject([
    { type: "email.delivered", data: { email_id: id } },
  ]);
  expect(await listen("format=resend&types=email.delivered")).toMatchObject([
    { type: "email.delivered", data: { email_id: id } },
  ]);
  expect(await listen("format=sendgrid&types=email.delivered")).toMatchObject([[{ event: "delivered" }]]);
  // Postmark has no event of a deferral.
  expect(await listen("format=postmark")).toMatchObject([{ RecordType: "Delivery" }]);
  const { status, problems } = await caller.get(`${PATH}?format=mailgun`);
  expect([status, problems]).toEqual([422, ["format"]]);
});

test("events that a webhook without filters does not get are left out: acceptance, and clicks of programs", async () => {
  const { cursor } = (await caller.get(PATH)).body;
  const id = await sendWith(["queued", "delivered"]);
  for (const actor of ["scanner", "human"])
    await api.database.pool.query(
      `WITH begun AS MATERIALIZED (SELECT begin_events() AS at)
       INSERT INTO engagements (account_id, email_id, id, position, kind, actor, confidence, created_at)
       SELECT account_id, id, event_id(at, uuid_send(gen_random_uuid())), 0, 'click', $2, 80, at FROM emails, begun WHERE id = $1`,
      [id, actor],
    );
  const typesOf = async (query: string) => {
    const { body } = await caller.get(`${PATH}?after=${cursor}${query}`);
    return body.events.map(({ type }: { type: string }) => type);
  };
  expect(await typesOf("")).toEqual(["email.delivered", "email.clicked"]);
  expect(await typesOf("&types=email.queued")).toEqual(["email.queued"]);
});

test("a response is not compressed, because its length would reveal the secret in it", async () => {
  const { cursor } = (await caller.get(PATH)).body;
  await sendWith(["deferred", "delivered"]);
  const compressed = { "accept-encoding": "br" };
  const { headers, body, bytes } = await caller.call("GET", `${PATH}?after=${cursor}`, undefined, compressed);
  expect(body.secret).toMatch(/^whsec_/);
  expect(bytes.length).toBeGreaterThan(1_024);
  expect(headers["content-encoding"]).toBeUndefined();
});
