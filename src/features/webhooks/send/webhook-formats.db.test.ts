import { EventWebhook, EventWebhookHeader } from "@sendgrid/eventwebhook";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import type { Received } from "../../../../test/harness/webhook-receiver.ts";
import { timeOfId } from "../../../platform/ids/index.ts";
import { changeWebhook, rotateWebhookSecret } from "../change-webhooks.ts";
import { loadDelivery } from "../deliveries/find-deliveries.ts";
import type { WebhookFormat } from "../payloads/body-of.ts";
import { publicKeyOf, sendgridKeys } from "../signatures/sendgrid-signature.ts";
import { arrived, deliveriesOf, openWorld } from "./webhook-world.fixture.ts";

/** Sends the event of a delivered email in a format. Returns the request, with its body as the verifier returns it. */
async function receive(format: WebhookFormat) {
  const world = await openWorld({ input: { format, headers: { Authorization: "Bearer receiver" } } });
  const tags = [{ name: "category", value: "receipt" }];
  const [emailId = ""] = await world.store(1, { tags, metadata: { order: "1042" } });
  const sender = world.startSender();
  await arrived(world, 1);
  await sender.stop();
  expect(world.receiver.received).toHaveLength(1);
  const [request] = world.receiver.received;
  if (!request) throw new Error("no request arrived");
  const body = new Webhook(world.secret).verify(request.body, request.headers as Record<string, string>);
  return { emailId, request, body, at: timeOfId(request.id) };
}

const REQUEST = {
  method: "POST",
  path: "/hook",
  headers: {
    "content-type": "application/json",
    "user-agent": "Posthouse",
    authorization: "Bearer receiver",
    "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
  },
};

test("a webhook in Postmark's format receives one record, signed", async () => {
  const { emailId, request, body, at } = await receive("postmark");
  expect(request).toMatchObject(REQUEST);
  expect(request.headers["content-length"]).toBe(String(Buffer.byteLength(request.body)));
  expect(body).toEqual({
    RecordType: "Delivery",
    ServerID: 0,
    MessageStream: "outbound",
    MessageID: emailId,
    Tag: "receipt",
    Metadata: { order: "1042" },
    Recipient: "ada0@example.com",
    DeliveredAt: at.toISOString(),
    Details: "250 2.0.0 queued",
  });
});

test("a webhook in SendGrid's format receives an array with one event, signed", async () => {
  const { emailId, request, body, at } = await receive("sendgrid");
  expect(request).toMatchObject(REQUEST);
  expect(request.headers["content-length"]).toBe(String(Buffer.byteLength(request.body)));
  expect(body).toEqual([
    {
      order: "1042",
      email: "ada0@example.com",
      timestamp: Math.floor(at.getTime() / 1_000),
      "smtp-id": `<${emailId}@example.com>`,
      sg_event_id: request.id,
      sg_message_id: emailId,
      category: ["receipt"],
      event: "delivered",
      response: "250 2.0.0 queued",
    },
  ]);
});

/** Whether SendGrid's package for receivers accepts a request with the public key of a secret. */
function verifies({ body, headers }: Received, secret: string): boolean {
  const [key] = sendgridKeys([{ secret, until: null }]);
  const headerOf = (name: string) => String(headers[name.toLowerCase()]);
  const verifier = new EventWebhook();
  return verifier.verifySignature(
    verifier.convertPublicKeyToECDSA(key ? publicKeyOf(key.key) : ""),
    body,
    headerOf(EventWebhookHeader.SIGNATURE()),
    headerOf(EventWebhookHeader.TIMESTAMP()),
  );
}

test("requests in SendGrid's format have its signature, of the previous secret until that expires", async () => {
  const world = await openWorld({ input: { format: "sendgrid" } });
  const { deps, target, receiver, secret: first } = world;
  // A rotation while a request is not recorded yet sends it again, so an email can have more than one.
  const isSigned = (emailId: string | undefined, secret: string) =>
    receiver.received.some((request) => request.body.includes(`${emailId}`) && verifies(request, secret));
  const [before] = await world.store(1, { metadata: { name: "Grüße" } });
  const sender = world.startSender();
  await until(() => isSigned(before, first), { what: "the first event" });
  const { secret: second } = await rotateWebhookSecret(deps, target, { overlapHours: 1 });
  const [meanwhile] = await world.store(1);
  await until(() => isSigned(meanwhile, first), { what: "the second event" });
  const { secret: third } = await rotateWebhookSecret(deps, target, { overlapHours: 0 });
  const [after] = await world.store(1);
  await until(() => isSigned(after, third), { what: "the third event" });
  await sender.stop();
  expect(receiver.received.filter((request) => verifies(request, second))).toEqual([]);
  const [request] = receiver.received as [Received];
  expect(verifies({ ...request, body: `${request.body} ` }, first)).toBe(false);
});

test("the log shows SendGrid's signature as it was sent", async () => {
  const world = await openWorld({ input: { format: "sendgrid" } });
  await world.store(1);
  const sender = world.startSender();
  await arrived(world, 1);
  await sender.stop();
  const [request] = world.receiver.received as [Received];
  const { log } = await loadDelivery(world.deps, world.target, request.id);
  const [shown] = log.map((attempt) => attempt.request.headers);
  expect(request.headers).toMatchObject(shown ?? {});
  expect(shown).toHaveProperty("x-twilio-email-event-webhook-signature");
});

test("requests in other formats have no signature of SendGrid", async () => {
  const { request } = await receive("posthouse");
  expect(Object.keys(request.headers).filter((name) => name.startsWith("x-twilio"))).toEqual([]);
});

test("a retry is given up when the webhook's format is changed to one without its type", async () => {
  const world = await openWorld({ reply: () => ({ status: 500 }) });
  const [emailId] = await world.store(1);
  const sender = world.startSender();
  await until(async () => (await deliveriesOf(world)).length === 1, { what: "the failure" });
  await sender.stop();
  // Postmark's format has deliveries, but no event of a deferred attempt.
  await world.database.pool.query("UPDATE webhook_deliveries SET type = 'email.deferred', due_at = now()");
  await world.database.pool.query("UPDATE events SET type = 'deferred'");
  await changeWebhook(world.deps, world.target, { format: "postmark" });
  world.receiver.setReply(() => ({}));
  world.startSender();
  const [next] = await world.store(1);
  await until(async () => (await deliveriesOf(world)).length === 2, { what: "the next event" });
  const isDone = async () => (await deliveriesOf(world)).every(({ due_at }) => due_at === null);
  await until(isDone, { what: "the end of the retries" });
  expect(world.receiver.received.map((request) => request.body)).not.toContain("null");
  expect(world.receiver.received.map(({ body }) => JSON.parse(body).MessageID ?? emailId)).toEqual([
    emailId,
    next,
  ]);
  expect(await deliveriesOf(world)).toMatchObject([
    { state: "succeeded", attempts: 1 },
    { state: "failed", attempts: 1 },
  ]);
});
