import { expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { startWebhookReceiver } from "../../../../test/harness/webhook-receiver.ts";
import { FIRST_ID } from "../../../platform/ids/index.ts";
import { SYSTEM } from "../../audit/index.ts";
import { addWebhook, changeWebhook } from "../change-webhooks.ts";
import type { WebhookInput } from "../read-webhook-input.ts";
import { arrived, deliveriesOf, type Opened, openWorld } from "../send/webhook-world.fixture.ts";
import { replayEvents } from "./replay-events.ts";

const SALES = { tags: [{ name: "team", value: "sales" }] };

/** Another webhook of the account, which gets no event by itself. */
async function addOther({ deps, accountId }: Opened, input: WebhookInput): Promise<string> {
  const { close, url } = await startWebhookReceiver();
  await close();
  const { webhook } = await addWebhook(deps, { accountId, by: SYSTEM }, { url, ...input });
  return webhook.id;
}

/** A webhook that got these events, and no sender runs. */
async function openSent(world: Opened, count: number): Promise<void> {
  const sender = world.startSender();
  await until(async () => (await deliveriesOf(world)).length === count, { what: "the attempts" });
  await sender.stop();
}

test("a replay to another webhook sends only the events that this webhook wants", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  await world.store(2);
  await world.store(1, SALES);
  await openSent(world, 3);
  const replayTo = async (input: WebhookInput) => {
    const to_webhook = await addOther(world, input);
    const failed = await replayEvents(world.database, world.target, { to_webhook });
    const ofTime = { to_webhook, from: new Date(0).toISOString(), dry_run: true };
    return [failed, await replayEvents(world.database, world.target, ofTime)];
  };
  expect(await replayTo({})).toEqual([3, 3]);
  expect(await replayTo(SALES)).toEqual([1, 1]);
  expect(await replayTo({ types: ["email.bounced"] })).toEqual([0, 0]);
  expect(await replayTo({ domains: ["other.example"] })).toEqual([0, 0]);
  expect(await replayTo({ keys: [7] })).toEqual([0, 0]);
  expect(await replayTo({ streams: ["bulk"] })).toEqual([0, 0]);
});

test("failures are not replayed to a webhook that has not read them yet and gets them anyway", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  await world.store(2);
  await openSent(world, 2);
  const to_webhook = await addOther(world, {});
  const replay = () => replayEvents(world.database, world.target, { to_webhook, dry_run: true });
  expect(await replay()).toBe(2);
  await world.database.pool.query("UPDATE followers SET cursor = $2 WHERE shard = $1", [
    to_webhook,
    FIRST_ID,
  ]);
  expect(await replay()).toBe(0);
});

test("a single event is not replayed to a webhook whose filters or format leave it out", async () => {
  const world = await openWorld();
  await world.store(1);
  await openSent(world, 1);
  const [{ event_id = "" } = {}] = await deliveriesOf(world);
  const replay = (to_webhook?: string) =>
    replayEvents(world.database, world.target, { event_id, ...(to_webhook && { to_webhook }) });
  expect(await replay(await addOther(world, {}))).toBe(1);
  await expect(replay(await addOther(world, SALES))).rejects.toMatchObject({ code: "validation_failed" });
  // It got the event before its filters were changed, and a person wants it again.
  await changeWebhook(world.deps, world.target, { types: ["email.bounced"] });
  expect(await replay()).toBe(1);
});

test("a single event that another webhook has not read yet is sent to it once", async () => {
  const world = await openWorld();
  await world.store(1);
  await openSent(world, 1);
  const [{ event_id = "" } = {}] = await deliveriesOf(world);
  const replayTo = async (to_webhook: string) => {
    const replayed = await replayEvents(world.database, world.target, { event_id, to_webhook });
    const rows = "SELECT FROM webhook_deliveries WHERE webhook_id = $1";
    return [replayed, (await world.database.pool.query(rows, [to_webhook])).rowCount];
  };
  const behind = await addOther(world, {});
  await world.database.pool.query("UPDATE followers SET cursor = $2 WHERE shard = $1", [behind, FIRST_ID]);
  expect(await replayTo(behind)).toEqual([1, 0]);
  expect(await replayTo(await addOther(world, {}))).toEqual([1, 1]);
});

test("failures of types that the webhook no longer wants are not replayed", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  await world.store(2);
  await openSent(world, 2);
  const failures = () => replayEvents(world.database, world.target, { dry_run: true });
  expect(await failures()).toBe(2);
  await changeWebhook(world.deps, world.target, { types: ["email.bounced"] });
  expect(await failures()).toBe(0);
});

test("a replay reads a limited part of the feed, also for a type without events", async () => {
  const world = await openWorld();
  await world.store(600);
  world.startSender();
  await arrived(world, 600);
  const isDone = async () => (await deliveriesOf(world)).length === 600;
  await until(isDone, { what: "the records", within: 20_000 });
  const rare = { from: new Date(0).toISOString(), types: ["email.bounced"] };
  const replay = (read: number) => replayEvents(world.database, world.target, rare, { events: 1_000, read });
  expect(await replay(1_000)).toBe(0);
  await expect(replay(500)).rejects.toMatchObject({
    code: "validation_failed",
    message: "from covers more than 500 events; choose a shorter range",
  });
});
