import { expect, test } from "vitest";
import { readExport } from "../../../../test/harness/read-export.ts";
import { until } from "../../../../test/harness/until.ts";
import { newId, timeOfId } from "../../../platform/ids/index.ts";
import type { DeliveryFilterQuery } from "../http/delivery-schema.ts";
import { deliveriesOf, type Opened, openWorld, retryNow } from "../send/webhook-world.fixture.ts";
import { exportDeliveries } from "./export-deliveries.ts";
import { findDeliveries } from "./find-deliveries.ts";
import { makeDue } from "./queries.ts";

async function exported({ database, target }: Opened, query: DeliveryFilterQuery = {}) {
  const { parts, rows: events } = await readExport(await exportDeliveries(database, target, query));
  return { parts, events };
}

/** Stores events that were never sent, and returns their ids, newest first. */
async function fill({ database, accountId, target }: Opened, count: number): Promise<string[]> {
  const events = Array.from({ length: count }, (_, n) => ({
    ...{ id: newId(), subject: newId() },
    type: n % 2 === 0 ? "email.delivered" : "email.bounced",
  }));
  await makeDue(database.db, { accountId, webhookId: target.id }, events);
  return events
    .map(({ id }) => id)
    .sort()
    .reverse();
}

test("the export has every event of the log once, newest first, in parts of bounded size", async () => {
  const world = await openWorld();
  const ids = await fill(world, 1_100);
  const all = await exported(world);
  expect(all.parts).toBe(2);
  expect(all.events.map(({ event_id }) => event_id)).toEqual(ids);
});

test("the export and the total have the filters of the list", async () => {
  const world = await openWorld();
  const [newest = ""] = await fill(world, 10);
  const { subject = "" } = (await deliveriesOf(world))[3] ?? {};
  for (const [query, count] of [
    [{}, 10],
    [{ state: "pending" }, 10],
    [{ state: "failed" }, 0],
    [{ type: "email.bounced" }, 5],
    [{ search: newest }, 1],
    [{ email_id: subject }, 0],
    [{ before: timeOfId(newest).toISOString() }, 10 - (await sameTime(world, newest))],
    [{ after: "2100-01-01T00:00:00Z" }, 0],
  ] as [DeliveryFilterQuery, number][]) {
    const { events } = await exported(world, query);
    const list = await findDeliveries(world.database, world.target, { ...query, include: "total", limit: 1 });
    expect([query, events.length, list.pagination.total]).toEqual([query, count, count]);
  }
});

/** The number of events in the millisecond of this one. */
async function sameTime(world: Opened, id: string): Promise<number> {
  const time = timeOfId(id).getTime();
  return (await deliveriesOf(world)).filter(({ event_id }) => timeOfId(event_id).getTime() === time).length;
}

test("a row has the last attempt of its event, and no formulas", async () => {
  const world = await openWorld({ timeoutMs: 500 });
  const [good = "", repaired = "", silent = ""] = await world.store(3);
  world.receiver.setReply(({ emailId }) => {
    if (emailId === silent) return { delayMs: 1_000 };
    return emailId === repaired ? { status: 500, text: "=broken" } : {};
  });
  const sender = world.startSender();
  const attempts = async () => (await deliveriesOf(world)).reduce((sum, one) => sum + one.attempts, 0);
  await until(async () => (await attempts()) === 3, { what: "an attempt of each event" });
  const rows = async () => new Map((await exported(world)).events.map((row) => [row.email_id, row]));
  const first = await rows();
  expect(first.get(good)).toMatchObject({
    ...{ type: "email.delivered", state: "succeeded", attempts: "1", next_attempt_at: "", is_test: "no" },
    ...{ last_status: "200", last_error: "", last_response: "ok" },
    last_attempt_at: expect.stringMatching(/Z$/),
    last_duration_ms: expect.stringMatching(/^\d+$/),
  });
  expect(first.get(repaired)).toMatchObject({
    ...{ state: "pending", attempts: "1", next_attempt_at: expect.stringMatching(/Z$/) },
    ...{ last_status: "500", last_error: "", last_response: "'=broken" },
  });
  expect(first.get(silent)).toMatchObject({
    ...{ state: "pending", last_status: "", last_error: "leads to a server that takes too long" },
  });
  world.receiver.setReply(() => ({ status: 202, text: "better" }));
  await retryNow(world);
  await until(async () => (await attempts()) === 5, { what: "the retries" });
  await sender.stop();
  expect((await rows()).get(repaired)).toMatchObject({
    ...{ state: "succeeded", attempts: "2", last_status: "202", last_response: "better" },
  });
});

test("the log of another account's webhook is not found", async () => {
  const world = await openWorld();
  await fill(world, 1);
  const foreign = exportDeliveries(world.database, { ...world.target, accountId: newId() }, {});
  await expect(foreign).rejects.toMatchObject({ code: "webhook_not_found" });
});
