import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import type { Reply } from "../../../../test/harness/webhook-receiver.ts";
import { changeWebhook, rotateWebhookSecret } from "../change-webhooks.ts";
import { loadDelivery } from "../deliveries/find-deliveries.ts";
import { replayEvents } from "../deliveries/replay-events.ts";
import { arrived, deliveriesOf, loadWebhook, openWorld } from "./webhook-world.fixture.ts";

test("an event reaches the webhook with a signature that the verifier of Standard Webhooks accepts (I10)", async () => {
  const world = await openWorld();
  const [emailId] = await world.store(1);
  world.startSender();
  await arrived(world, 1);
  const [request] = world.receiver.received;
  const verified = new Webhook(world.secret).verify(request?.body ?? "", request?.headers as never);
  expect(verified).toMatchObject({
    type: "email.delivered",
    id: request?.id,
    data: { email_id: emailId, recipient: "ada0@example.com", subject: "mail 0", stream: "transactional" },
  });
  expect(request?.headers["svix-signature"]).toBe(request?.headers["webhook-signature"]);
  await until(async () => (await deliveriesOf(world))[0]?.state === "succeeded", { what: "the record" });
  expect(await loadDelivery(world.deps, world.target, request?.id ?? "")).toMatchObject({
    payload: request?.body,
    log: [{ attempt: 1, status: 200, response: "ok", error: null }],
  });
});

test("events from before the webhook was added, and events that its filters exclude, are not sent", async () => {
  const world = await openWorld({ input: { tags: [{ name: "kind", value: "invoice" }] } });
  await world.store(3);
  const [wanted] = await world.store(1, { tags: [{ name: "kind", value: "invoice" }] });
  world.startSender();
  await arrived(world, 1);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(world.receiver.received.map(({ emailId }) => emailId)).toEqual([wanted]);
});

test("after a rotation both secrets sign, and without overlap only the new one", async () => {
  const world = await openWorld();
  const { secret: next } = await rotateWebhookSecret(world.deps, world.target, { overlapHours: 1 });
  await world.store(1);
  world.startSender();
  await arrived(world, 1);
  const [request] = world.receiver.received;
  for (const secret of [world.secret, next])
    expect(() => new Webhook(secret).verify(request?.body ?? "", request?.headers as never)).not.toThrow();
  const { secret: last } = await rotateWebhookSecret(world.deps, world.target, { overlapHours: 0 });
  await world.store(1);
  await arrived(world, 2);
  const latest = world.receiver.received.at(-1);
  expect(() => new Webhook(last).verify(latest?.body ?? "", latest?.headers as never)).not.toThrow();
  expect(() => new Webhook(next).verify(latest?.body ?? "", latest?.headers as never)).toThrow();
});

test("a failed event is retried with the same id, and other events are sent before the retry", async () => {
  const world = await openWorld();
  const [first] = await world.store(4);
  let failed = false;
  world.receiver.setReply(({ emailId }): Reply => {
    if (failed || emailId !== first) return {};
    failed = true;
    return { status: 500, text: "broken" };
  });
  world.startSender();
  await until(async () => world.receiver.received.length === 5, { what: "a retry", within: 15_000 });
  const ids = world.receiver.received.filter(({ emailId }) => emailId === first).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  const isRecorded = async () => (await deliveriesOf(world)).every(({ state }) => state === "succeeded");
  await until(isRecorded, { what: "the retry to be recorded" });
  expect((await loadDelivery(world.deps, world.target, ids[0] ?? "")).log).toMatchObject([
    { attempt: 1, status: 500, response: "broken" },
    { attempt: 2, status: 200 },
  ]);
  expect((await loadWebhook(world))?.failures).toBe(0);
});

test("a webhook that fails repeatedly pauses, keeps its events in the feed, and gets all of them later (F22)", async () => {
  const world = await openWorld({ reply: () => ({ status: 503 }) });
  await world.store(40);
  world.startSender();
  await until(async () => ((await loadWebhook(world))?.failures ?? 0) >= 5, { what: "failures" });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await deliveriesOf(world)).length).toBeLessThan(20);
  world.receiver.setReply(() => ({}));
  await changeWebhook(world.deps, world.target, { enabled: true });
  await replayEvents(world.database, world.target, {});
  const succeeded = async () =>
    (await deliveriesOf(world)).filter(({ state }) => state === "succeeded").length;
  await until(async () => (await succeeded()) === 40, { what: "all events", within: 20_000 });
});

test("a server that responds with 410 gets no more requests, and the account's users get a mail", async () => {
  const world = await openWorld({ reply: () => ({ status: 410 }) });
  await world.store(20);
  world.startSender();
  await until(async () => world.mails.length === 1, { what: "the mail" });
  expect(world.mails[0]).toMatch(/^Webhook disabled: 127\.0\.0\.1/);
  expect((await loadWebhook(world))?.disabled_reason).toBe("gone");
  const sent = world.receiver.received.length;
  await world.store(5);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(world.receiver.received).toHaveLength(sent);
  world.receiver.setReply(() => ({}));
  await changeWebhook(world.deps, world.target, { enabled: true });
  await replayEvents(world.database, world.target, {});
  await arrived(world, 25);
});

test("a sender that takes over sends what the other had not finished, and nothing that was recorded (I11)", async () => {
  const world = await openWorld({ reply: () => ({ delayMs: 20 }) });
  await world.store(120);
  const first = world.startSender();
  await arrived(world, 30);
  await first.stop();
  const before = world.receiver.received.length;
  world.startSender();
  await arrived(world, 120);
  expect(before).toBeLessThan(120);
  expect(world.receiver.received).toHaveLength(120);
});

test("a stop does not wait for a server that does not respond, and the event is sent again (F18)", async () => {
  const world = await openWorld({ reply: () => ({ delayMs: 60_000 }), timeoutMs: 30_000 });
  await world.store(1);
  const first = world.startSender();
  await arrived(world, 1);
  const since = performance.now();
  await first.stop();
  expect(performance.now() - since).toBeLessThan(9_000);
  expect(await deliveriesOf(world)).toEqual([]);
  world.receiver.setReply(() => ({}));
  world.startSender();
  await until(async () => (await deliveriesOf(world))[0]?.state === "succeeded", { what: "the event" });
  expect((await loadWebhook(world))?.failures).toBe(0);
});

test("two senders share the webhooks: no event is sent by both", async () => {
  const world = await openWorld();
  world.startSender();
  world.startSender();
  for (let round = 0; round < 5; round += 1) {
    await world.store(20);
    await arrived(world, 20 * (round + 1));
  }
  expect(world.receiver.received).toHaveLength(100);
});

test("a webhook on this machine is not reached, unless the operator allows it (I1)", async () => {
  const world = await openWorld({ allowsPrivate: false, input: { url: "https://127.0.0.1:8443/hook" } });
  await world.store(1);
  world.startSender();
  await until(async () => (await deliveriesOf(world)).length === 1, { what: "an attempt" });
  const [{ event_id = "" } = {}] = await deliveriesOf(world);
  expect((await loadDelivery(world.deps, world.target, event_id)).log).toMatchObject([
    { status: null, error: expect.stringContaining("not on the public internet") },
  ]);
  expect(world.receiver.received).toEqual([]);
});
