import { EventWebhook, EventWebhookHeader } from "@sendgrid/eventwebhook";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { expect, test } from "vitest";
import { verifyWebhook } from "../../../../packages/client/src/index.ts";
import { until } from "../../../../test/harness/until.ts";
import type { Received } from "../../../../test/harness/webhook-receiver.ts";
import { changeWebhook, rotateWebhookSecret } from "../change-webhooks.ts";
import { loadDelivery } from "../deliveries/find-deliveries.ts";
import { presentWebhook } from "../http/present-webhook.ts";
import { loadWebhook, type Opened, openWorld } from "./webhook-world.fixture.ts";

/** The public keys as the API shows them. */
async function keysOf(world: Opened) {
  const row = await loadWebhook(world);
  if (!row) throw new Error("no webhook");
  const { public_keys, sendgrid_public_keys } = presentWebhook(row, {
    secrets: world.deps.secrets,
    health: {} as never,
  });
  const texts = (keys: typeof public_keys) => keys.map(({ public_key }) => public_key);
  return { publicKeys: texts(public_keys), sendgridKeys: texts(sendgrid_public_keys) };
}

const verifies = ({ body, headers }: Received, key: string) =>
  verifyWebhook({ payload: body, headers, secret: key }).then(
    () => true,
    () => false,
  );

/**
 * Returns the request with the event of an email that is stored now. It has these versions of signatures: just after a change of the
 * webhook, the event may be sent with the previous settings, and then again.
 */
async function sendOne(world: Opened, versions: string[]): Promise<Received> {
  const [emailId = ""] = await world.store(1, { metadata: { name: "Grüße" } });
  const isIt = (request: Received) =>
    request.body.includes(emailId) && versionsOf(request).join() === versions.join();
  return await until(() => world.receiver.received.find(isIt), { what: `a request with ${versions.join()}` });
}

const versionsOf = ({ headers }: Received) =>
  String(headers["webhook-signature"])
    .split(" ")
    .map((signature) => signature.split(",")[0]);

test("the client verifies a request with the public key alone, and other packages with the secret", async () => {
  const world = await openWorld({ input: { asymmetric: true } });
  world.startSender();
  const request = await sendOne(world, ["v1", "v1a"]);
  const { publicKeys } = await keysOf(world);
  expect(publicKeys).toHaveLength(1);
  expect(await verifies(request, publicKeys[0] ?? "")).toBe(true);
  expect(await verifies({ ...request, body: `${request.body} ` }, publicKeys[0] ?? "")).toBe(false);
  expect(request.headers["svix-signature"]).toBe(request.headers["webhook-signature"]);
  for (const Package of [StandardWebhook, SvixWebhook]) {
    const verify = () => new Package(world.secret).verify(request.body, request.headers as never);
    expect(verify).not.toThrow();
  }
});

test("the log shows the signatures as they were sent", async () => {
  const world = await openWorld({ input: { asymmetric: true, format: "sendgrid" } });
  await rotateWebhookSecret(world.deps, world.target, { overlapHours: 1 });
  const sender = world.startSender();
  const request = await sendOne(world, ["v1", "v1", "v1a", "v1a"]);
  await sender.stop();
  const { log } = await loadDelivery(world.deps, world.target, request.id);
  const [shown] = log.map((attempt) => attempt.request.headers);
  expect(request.headers).toMatchObject(shown ?? {});
  expect(shown?.["webhook-signature"]).toBe(request.headers["webhook-signature"]);
  expect(shown).toHaveProperty("x-twilio-email-event-webhook-signature");
});

test("in SendGrid's format, either public key verifies a request", async () => {
  const world = await openWorld({ input: { asymmetric: true, format: "sendgrid" } });
  world.startSender();
  const request = await sendOne(world, ["v1", "v1a"]);
  const { publicKeys, sendgridKeys } = await keysOf(world);
  expect(await verifies(request, publicKeys[0] ?? "")).toBe(true);
  const headerOf = (name: string) => String(request.headers[name.toLowerCase()]);
  const verifier = new EventWebhook();
  const isSigned = verifier.verifySignature(
    verifier.convertPublicKeyToECDSA(sendgridKeys[0] ?? ""),
    request.body,
    headerOf(EventWebhookHeader.SIGNATURE()),
    headerOf(EventWebhookHeader.TIMESTAMP()),
  );
  expect(isSigned).toBe(true);
});

test("a rotation replaces the key: both sign until the previous secret expires", async () => {
  const world = await openWorld({ input: { asymmetric: true } });
  const [first = ""] = (await keysOf(world)).publicKeys;
  await rotateWebhookSecret(world.deps, world.target, { overlapHours: 1 });
  const [second = "", previous] = (await keysOf(world)).publicKeys;
  expect(previous).toBe(first);
  const verified = async (request: Received, keys: string[]) =>
    await Promise.all(keys.map((key) => verifies(request, key)));
  world.startSender();
  const overlapping = await sendOne(world, ["v1", "v1", "v1a", "v1a"]);
  expect(await verified(overlapping, [first, second])).toEqual([true, true]);
  await rotateWebhookSecret(world.deps, world.target, { overlapHours: 0 });
  const [third = ""] = (await keysOf(world)).publicKeys;
  const last = await sendOne(world, ["v1", "v1a"]);
  expect(await verified(last, [first, second, third])).toEqual([false, false, true]);
});

test("the option is off by default, and takes effect while the sender runs", async () => {
  const world = await openWorld();
  world.startSender();
  await sendOne(world, ["v1"]);
  await changeWebhook(world.deps, world.target, { asymmetric: true });
  await sendOne(world, ["v1", "v1a"]);
  await changeWebhook(world.deps, world.target, { asymmetric: false });
  await sendOne(world, ["v1"]);
});
