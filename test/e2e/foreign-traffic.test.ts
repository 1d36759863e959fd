/**
 * Facts about Ada's deliveries, and the operator's settings for them, are in no response that Eve can read: every GET of the
 * OpenAPI document, with a session and with a key, while both send to the same destinations.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "./idor-operations.ts";
import { openWorld, type Request } from "./idor-world.ts";

type Documented = { operationId: string };

const world = await openWorld();
afterAll(() => world.close());
/** Part of each domain, host, error text and name that only Ada and the operator know. */
const marker = "foreign-traffic-marker";
const everyAccount = "00000000-0000-0000-0000-000000000000";
/** The id of one of Eve's own emails, for paths that contain an id. */
let ownEmail = "";

const gets = Object.entries(world.document.paths as Record<string, Record<string, Documented>>).flatMap(
  ([path, { get }]) => (get ? [{ path, operationId: get.operationId }] : []),
);

beforeAll(async () => {
  const { ada, eve } = { ada: world.ada, eve: await world.freshEve() };
  await send(ada.apiKey, [`a@${marker}.example`, "b@shared.example"]);
  ownEmail = await send(eve.apiKey, ["c@shared.example", "d@own.example"]);
  const sql = (text: string, values: unknown[] = []) => world.database.pool.query(text, values);
  await sql(
    "UPDATE recipients SET state = 'deferred', ready = false, due_at = now() + interval '1 hour' WHERE account_id = $1",
    [world.accountId],
  );
  await sql(
    `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, transcript)
     SELECT account_id, email_id, gen_random_uuid(), position, 1, 'deferred',
       jsonb_build_object('host', 'mx.${marker}.example', 'line', '451 ${marker}', 'reason', '${marker}'), 'S: 451 ${marker}'
     FROM recipients WHERE account_id = $1`,
    [world.accountId],
  );
  await sql(
    `INSERT INTO provider_domains (domain, provider)
     VALUES ('shared.example', 'provider.example'), ('${marker}.example', 'mx-${marker}.example')`,
  );
  await sql(`INSERT INTO destination_hosts (throttle, address) VALUES ('mx-${marker}.example', '192.0.2.1')`);
  await sql(
    `INSERT INTO throttles (name, concurrency, closed_until, reason)
     SELECT name, 1, now() + interval '1 hour', 'mx.${marker}.example could not be reached'
     FROM unnest(ARRAY['provider.example', 'provider.example via ${marker}', '@shared.example', '@own.example via ${marker}',
       'mx-${marker}.example', '@${marker}.example', 'relay ${marker}', 'provider.example for ${marker}']) n (name)`,
  );
  await sql(
    `INSERT INTO queue_pauses (account_id, target, name, by_operator, kind, reason)
     VALUES ($1, 'destination', 'mx-${marker}.example', true, 'hold', '${marker}')`,
    [everyAccount],
  );
  await sql(
    `INSERT INTO pools (account_id, id, name, sources) VALUES ($1, gen_random_uuid(), '${marker}', '[]')`,
    [everyAccount],
  );
  await sql(
    `INSERT INTO routing_rules (account_id, id, position, name, enabled, of_account_id, action)
     VALUES ($1, gen_random_uuid(), 1, '${marker}', true, $2, 'hold')`,
    [everyAccount, world.accountId],
  );
  await sql(
    `INSERT INTO alerts (id, rule, subject, words) VALUES (gen_random_uuid(), 'queue_age', '${marker}', '${marker}')`,
  );
});

async function send(headers: Record<string, string>, to: string[]): Promise<string> {
  const body = { to, subject: "Hello", text: "Hello" };
  const { status, text } = await world.send({ method: "POST", url: "/api/v1/send", body, headers });
  if (status !== 200) throw new Error(text);
  return JSON.parse(text).id;
}

/** Inserts an id of the reader's own where there is one, so that the response has content. */
const urlOf = (path: string) => path.replaceAll(/\{\w+\}/g, path.includes("/emails/") ? ownEmail : "0");

async function readAll(headers: () => Promise<Record<string, string>>): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const others = ["/metrics", "/healthz", "/readyz", "/openapi.json"].map((path) => ({
    path,
    operationId: path,
  }));
  for (const { path, operationId } of [...gets, ...others]) {
    const request: Request = { method: "GET", url: urlOf(path), headers: await headers() };
    const { status, text } = await world.send(request);
    expect([operationId, status < 500 || status === 503]).toEqual([operationId, true]);
    answers.set(operationId, text);
  }
  return answers;
}

test("the test covers every operation that reads", () => {
  expect(gets.length).toBeGreaterThan(20);
  expect(gets.every(({ operationId }) => operationId in operations)).toBe(true);
});

test.each(["session", "apiKey"] as const)(
  "no GET shows another tenant's traffic, by %s",
  async (credential) => {
    const answers = await readAll(async () => (await world.freshEve())[credential]);
    const leaks = [...answers]
      .filter(([, text]) => text.includes(marker))
      .map(([operationId]) => operationId);
    expect(leaks).toEqual([]);
  },
);

test("the markers can be found: their owner and the operator read them", async () => {
  const answers = await readAll(async () => world.ada.session);
  const found = [...answers].filter(([, text]) => text.includes(marker)).map(([operationId]) => operationId);
  expect(found).toEqual(
    expect.arrayContaining(["getQueue", "getInstanceQueue", "listAlerts", "listPoolsForDashboard"]),
  );
  const own = JSON.parse(
    (await readAll(async () => (await world.freshEve()).session)).get("getQueue") ?? "{}",
  );
  expect(own.closed_throttles.map(({ name }: { name: string }) => name).sort()).toEqual([
    "own.example",
    "provider.example",
    "shared.example",
  ]);
});
