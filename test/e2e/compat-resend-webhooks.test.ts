/** Webhooks of the Resend-compatible API, with the unmodified SDK as client and as receiver. */
import { Resend } from "resend";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";
import { type Received, startWebhookReceiver } from "../harness/webhook-receiver.ts";

let posthouse: Posthouse;
let resend: Resend;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let id: string;
let secret: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  posthouse = await startPosthouse({
    database: await createTestDatabase(),
    env: { WEBHOOKS_TO_PRIVATE: "on" },
  });
  const { key } = await signUpAndCreateKey(posthouse);
  resend = new Resend(key, { baseUrl: `${posthouse.baseUrl}/compat/resend` });
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await receiver.close();
});

async function dataOf<Data>(call: Promise<{ data: Data; error: unknown }>): Promise<NonNullable<Data>> {
  const { data, error } = await call;
  expect(error).toBeNull();
  return data as NonNullable<Data>;
}

async function sent(subject: string, scheduledAt?: string): Promise<string> {
  const email = {
    from: "a@example.com",
    to: "ada@example.com",
    subject,
    text: "x",
    tags: [{ name: "kind", value: "x" }],
    ...(scheduledAt !== undefined && { scheduledAt }),
  };
  return (await dataOf(resend.emails.send(email))).id;
}
const got = (emailId: string) => receiver.received.filter((request) => request.emailId === emailId);
const verify = ({ body, headers }: Received, webhookSecret = secret) =>
  resend.webhooks.verify({
    payload: body,
    headers: {
      id: String(headers["svix-id"]),
      timestamp: String(headers["svix-timestamp"]),
      signature: String(headers["svix-signature"]),
    },
    webhookSecret,
  });

test("a webhook is created, and its events are verified by the SDK and by svix (I10)", async () => {
  const events = ["email.sent", "email.delivered", "email.delivery_delayed", "email.bounced"] as const;
  const created = await dataOf(resend.webhooks.create({ endpoint: receiver.url, events: [...events] }));
  expect(created).toEqual({
    object: "webhook",
    id: expect.any(String),
    signing_secret: expect.stringMatching(/^whsec_/),
  });
  ({ id, signing_secret: secret } = created);
  const shown = await dataOf(resend.webhooks.get(id));
  expect(shown).toMatchObject({
    object: "webhook",
    id,
    status: "enabled",
    endpoint: receiver.url,
    signing_secret: secret,
  });
  expect(new Set(shown.events)).toEqual(new Set(events));
  expect(await dataOf(resend.webhooks.list())).toMatchObject({
    object: "list",
    has_more: false,
    data: [{ id }],
  });

  const emailId = await sent("Hello");
  await until(() => got(emailId).length > 1, { what: "the events" });
  const [accepted, request] = got(emailId);
  if (!accepted || !request) throw new Error("no request");
  expect(verify(accepted)).toMatchObject({ type: "email.sent", data: { email_id: emailId } });
  expect(verify(request)).toEqual({
    type: "email.delivered",
    created_at: expect.stringMatching(/Z$/),
    data: {
      created_at: expect.stringMatching(/Z$/),
      email_id: emailId,
      message_id: `<${emailId}@example.com>`,
      from: "a@example.com",
      to: ["ada@example.com"],
      subject: "Hello",
      tags: { kind: "x" },
    },
  });
  new SvixWebhook(secret).verify(request.body, request.headers as Record<string, string>);
  expect(() => verify({ ...request, body: `${request.body} ` })).toThrow();
});

test("scheduled mail has events when it is accepted, due and delivered", async () => {
  const events = ["email.scheduled", "email.sent", "email.delivered"] as const;
  await dataOf(resend.webhooks.update(id, { events: [...events] }));
  const emailId = await sent("Later", new Date(Date.now() + 2_000).toISOString());
  await until(() => got(emailId).length === events.length, { what: "the events" });
  expect(got(emailId).map((request) => verify(request).type)).toEqual(events);
});

test("events, attempts and replays", async () => {
  await dataOf(resend.webhooks.update(id, { events: ["email.delivered"] }));
  receiver.setReply(() => ({ status: 503, text: "busy" }));
  const emailId = await sent("Again");
  await until(() => got(emailId).length > 0, { what: "the event" });
  const eventId = got(emailId)[0]?.id ?? "";
  const event = () => dataOf(resend.webhooks.events.get({ webhookId: id, eventId }));
  await until(async () => (await resend.webhooks.events.get({ webhookId: id, eventId })).data !== null, {
    what: "the record",
  });
  expect(await event()).toMatchObject({
    object: "webhook_event",
    id: eventId,
    type: "email.delivered",
    status: "attempting",
    next_attempt_at: expect.stringMatching(/Z$/),
    payload: { type: "email.delivered", data: { email_id: emailId, subject: "Again" } },
  });
  const attempts = await dataOf(resend.webhooks.events.attempts.list({ webhookId: id, eventId }));
  expect(attempts).toMatchObject({
    object: "list",
    has_more: false,
    data: [{ http_status_code: 503, response: "busy", sent_at: expect.stringMatching(/Z$/) }],
  });
  receiver.setReply(() => ({}));
  expect(await dataOf(resend.webhooks.events.replay({ webhookId: id, eventId }))).toEqual({
    object: "webhook_event",
    id: eventId,
  });
  await until(async () => (await event()).status === "success", { what: "the replay" });
  const first = await dataOf(resend.webhooks.events.list({ webhookId: id, limit: 1 }));
  expect(first).toMatchObject({ has_more: true, data: [{ id: eventId, status: "success" }] });
  const rest = await dataOf(resend.webhooks.events.list({ webhookId: id, after: eventId }));
  expect(rest.data.every((each) => each.id < eventId)).toBe(true);
});

test("update, rotation and removal", async () => {
  await dataOf(resend.webhooks.update(id, { status: "disabled" }));
  expect((await dataOf(resend.webhooks.get(id))).status).toBe("disabled");
  await dataOf(resend.webhooks.update(id, { status: "enabled", events: ["email.delivered"] }));
  expect(await dataOf(resend.webhooks.get(id))).toMatchObject({
    status: "enabled",
    events: ["email.delivered"],
  });
  const rotated = await dataOf(resend.webhooks.rotateSigningSecret(id));
  expect(rotated.signing_secret).not.toBe(secret);
  const emailId = await sent("Rotated");
  // A run that began before the rotation signs with the old secret only. It cannot record that, so the event is sent again.
  const isSigned = (request: Received, webhookSecret: string) => {
    try {
      verify(request, webhookSecret);
      return true;
    } catch {
      return false;
    }
  };
  const signedByNew = () => got(emailId).find((request) => isSigned(request, rotated.signing_secret));
  await until(() => signedByNew() !== undefined, { what: "an event signed with the new secret" });
  // Both sign for a day.
  expect(isSigned(signedByNew() as Received, secret)).toBe(true);
  expect(await dataOf(resend.webhooks.remove(id))).toEqual({ object: "webhook", id, deleted: true });
  expect(await resend.webhooks.get(id)).toMatchObject({ data: null, error: { name: "not_found" } });
});

test("an invalid endpoint is a validation error", async () => {
  const { error } = await resend.webhooks.create({
    endpoint: "ftp://x.example",
    events: ["email.delivered"],
  });
  expect(error).toMatchObject({ name: "validation_error", message: expect.stringContaining("https://") });
});

test("a webhook without events is a validation error, because it would get all of them", async () => {
  const refused = { data: null, error: { name: "validation_error" } };
  expect(await resend.webhooks.create({ endpoint: receiver.url, events: [] })).toMatchObject(refused);
  const created = await dataOf(
    resend.webhooks.create({ endpoint: receiver.url, events: ["email.delivered"] }),
  );
  expect(await resend.webhooks.update(created.id, { events: [] })).toMatchObject(refused);
  expect((await dataOf(resend.webhooks.get(created.id))).events).toEqual(["email.delivered"]);
});
