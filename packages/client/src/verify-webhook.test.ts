import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, test } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "./verify-webhook.ts";

const SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const OTHER = "whsec_b3RoZXIgc2VjcmV0IG9mIDMyIGJ5dGVzIQ==";
const payload = '{"type":"email.delivered","data":{"subject":"Grüße"}}';
const at = new Date();
const timestamp = String(Math.floor(at.getTime() / 1_000));

/** Headers that the reference implementation signs. */
const signed = (secrets = [SECRET], time = at) => ({
  "webhook-id": "event",
  "webhook-timestamp": String(Math.floor(time.getTime() / 1_000)),
  "webhook-signature": secrets
    .map((secret) => new StandardWebhook(secret).sign("event", time, payload))
    .join(" "),
});
const refused = (options: object) =>
  expect(verifyWebhook({ payload, headers: signed(), secret: SECRET, ...options })).rejects.toThrow(
    WebhookVerificationError,
  );

describe("requests that the reference implementation signed are accepted (I10)", () => {
  test("as text, as bytes, and with headers in any form", async () => {
    const parsed = { type: "email.delivered", data: { subject: "Grüße" } };
    expect(await verifyWebhook({ payload, headers: signed(), secret: SECRET })).toEqual(parsed);
    const bytes = Buffer.from(payload);
    expect(await verifyWebhook({ payload: bytes, headers: new Headers(signed()), secret: SECRET })).toEqual(
      parsed,
    );
    const lists = Object.fromEntries(
      Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    expect(await verifyWebhook({ payload, headers: lists, secret: SECRET })).toEqual(parsed);
  });

  test("with one of several signatures, or one of several secrets", async () => {
    await verifyWebhook({ payload, headers: signed([OTHER, SECRET]), secret: SECRET });
    await verifyWebhook({ payload, headers: signed(), secret: [OTHER, SECRET] });
  });

  test("with the headers of Svix", async () => {
    const headers = {
      "svix-id": "event",
      "svix-timestamp": timestamp,
      "svix-signature": new SvixWebhook(SECRET).sign("event", at, payload),
    };
    await verifyWebhook({ payload, headers, secret: SECRET });
  });
});

test.each([
  ["another body", { payload: `${payload} ` }],
  ["another secret", { secret: OTHER }],
  ["another id", { headers: { ...signed(), "webhook-id": "other" } }],
  ["another version", { headers: { ...signed(), "webhook-signature": "v2,AAAA" } }],
  ["a signature that is not base64", { headers: { ...signed(), "webhook-signature": "v1,?" } }],
  ["no signature", { headers: { ...signed(), "webhook-signature": "" } }],
  ["no headers", { headers: {} }],
  ["a time that is no number", { headers: { ...signed(), "webhook-timestamp": "NaN" } }],
])("a request with %s is refused (I10)", (_name, options) => refused(options));

test.each([-301, 301])(
  "a request that is %s s away is refused, and one at the limit is not (I10)",
  async (seconds) => {
    const now = new Date(Number(timestamp) * 1_000 + seconds * 1_000);
    await refused({ now });
    const atLimit = new Date(now.getTime() - Math.sign(seconds) * 1_000);
    await verifyWebhook({ payload, headers: signed(), secret: SECRET, now: atLimit });
  },
);
