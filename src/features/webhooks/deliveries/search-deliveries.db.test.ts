import { expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { newId } from "../../../platform/ids/index.ts";
import { recordAccountEvents, subjectOf } from "../../account-events/index.ts";
import { eraseEvidence } from "../../tracking/index.ts";
import { deliveriesOf, type Opened, openWorld } from "../send/webhook-world.fixture.ts";
import { findDeliveries, loadDelivery } from "./find-deliveries.ts";

async function open({ database, accountId }: Opened, emailId: string): Promise<void> {
  await database.pool.query(
    `WITH begun AS MATERIALIZED (SELECT begin_events() AS at)
     INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence, network, agent)
     SELECT $1, event_id(at, uuid_send(gen_random_uuid())), $2, 0, 'open', 'human', 90, '198.51.100.0/24', 'Firefox' FROM begun`,
    [accountId, emailId],
  );
}

async function sent(world: Opened, count: number): Promise<void> {
  const sender = world.startSender();
  await until(async () => (await deliveriesOf(world)).length === count, {
    what: `${count} deliveries`,
  });
  await sender.stop();
}

test("the log finds an event by its webhook-id, and events by their email, contact or domain", async () => {
  const world = await openWorld();
  const [emailId = "", other = ""] = await world.store(2);
  await open(world, emailId);
  const contactId = newId();
  const { accountId } = world;
  const domain = "xn--bcher-kva.example";
  await recordAccountEvents(world.database.db, [
    { accountId, type: "contact.created", subjectId: contactId, detail: { address: "ada@example.com" } },
    { accountId, type: "domain.verified", subjectId: subjectOf("domain", domain), detail: { domain } },
  ]);
  await sent(world, 5);
  const find = async (query: Parameters<typeof findDeliveries>[2]) => {
    const { events } = await findDeliveries(world.database, world.target, query);
    return events.map(({ type }) => type);
  };
  const webhookId = world.receiver.received.find(({ type }) => type === "contact.created")?.id ?? "";
  expect(await find({ search: webhookId })).toEqual(["contact.created"]);
  expect(await find({ search: ` ${webhookId.toUpperCase()} ` })).toEqual(["contact.created"]);
  expect(await find({ search: emailId })).toEqual(["email.opened", "email.delivered"]);
  expect(await find({ search: other })).toEqual(["email.delivered"]);
  expect(await find({ search: contactId })).toEqual(["contact.created"]);
  expect(await find({ search: "Bücher.example" })).toEqual(["domain.verified"]);
  expect(await find({ search: subjectOf("domain", domain) })).toEqual(["domain.verified"]);
  expect(await find({ search: emailId, type: "email.opened" })).toEqual(["email.opened"]);
  expect(await find({ search: contactId, email_id: emailId })).toEqual([]);
  for (const search of [newId(), "other.example", "no such thing"])
    expect(await find({ search })).toEqual([]);
});

test("the log says that a request may have had evidence that was removed since (Q6)", async () => {
  const world = await openWorld();
  const [emailId = ""] = await world.store(1);
  await open(world, emailId);
  await sent(world, 2);
  const load = async (type: string) => {
    const request = world.receiver.received.find((each) => each.type === type);
    const { payload_redacted, log } = await loadDelivery(world.deps, world.target, request?.id ?? "");
    return { payload_redacted, isAsSent: log[0]?.request.body === request?.body };
  };
  expect(await load("email.opened")).toEqual({ payload_redacted: false, isAsSent: true });
  await eraseEvidence(world.database.db, { accountId: world.accountId, addressKey: "ada0@example.com" });
  expect(await load("email.opened")).toEqual({ payload_redacted: true, isAsSent: false });
  expect(await load("email.delivered")).toEqual({ payload_redacted: false, isAsSent: true });
});

test("the log of an event has its latest 100 attempts, oldest first", async () => {
  const world = await openWorld();
  await world.store(1);
  await sent(world, 1);
  await world.database.pool.query(
    `WITH attempted AS (UPDATE webhook_deliveries SET attempts = 250 RETURNING *)
     INSERT INTO webhook_attempts (account_id, webhook_id, event_id, attempt, at, duration_ms, url, format, signature, status)
     SELECT account_id, webhook_id, event_id, n, now(), 5, url, format, signature, 503 FROM attempted, generate_series(2, 250) AS n`,
  );
  const { attempts, log } = await loadDelivery(
    world.deps,
    world.target,
    world.receiver.received[0]?.id ?? "",
  );
  expect(attempts).toBe(250);
  expect(log.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 100 }, (_, n) => n + 151));
});
