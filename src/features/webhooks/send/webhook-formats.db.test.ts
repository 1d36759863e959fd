import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { timeOfId } from "../../../platform/ids/index.ts";
import type { WebhookFormat } from "../payloads/body-of.ts";
import { arrived, openWorld } from "./webhook-world.fixture.ts";

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
