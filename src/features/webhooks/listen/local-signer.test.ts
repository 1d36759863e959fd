import { createPublicKey, verify } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newWebhookSecret } from "../signatures/sign-webhook.ts";
import { LocalSigner } from "./local-signer.ts";

const request = { id: "01a1fc0b-9a11-7000-8000-0648e4821c10", at: new Date(), body: '[{"event":"open"}]' };

test("requests to a local program have the signature of Standard Webhooks, and in SendGrid's format also SendGrid's", () => {
  const secret = newWebhookSecret();
  const [own, sendgrid] = [new LocalSigner(secret, "posthouse"), new LocalSigner(secret, "sendgrid")];
  const headers = sendgrid.headersOf(request);
  for (const each of [own.headersOf(request), headers]) new Webhook(secret).verify(request.body, each);
  expect(own.publicKey).toBeNull();
  expect(own.headersOf(request)).not.toHaveProperty("x-twilio-email-event-webhook-signature");
  const key = Buffer.from(sendgrid.publicKey ?? "", "base64");
  const signed = `${headers["x-twilio-email-event-webhook-timestamp"]}${request.body}`;
  const signature = Buffer.from(headers["x-twilio-email-event-webhook-signature"] ?? "", "base64");
  const publicKey = createPublicKey({ key, format: "der", type: "spki" });
  expect(verify("sha256", Buffer.from(signed), publicKey, signature)).toBe(true);
});
