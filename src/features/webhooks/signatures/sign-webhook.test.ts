import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newWebhookSecret, signatureHeaders, signatureOf, signerOf } from "./sign-webhook.ts";

test("signatures are those of the reference implementation of Standard Webhooks", () => {
  const secret = newWebhookSecret();
  const at = new Date();
  const body = '{"type":"email.delivered"}';
  const signature = signatureOf({ id: "event", at, body, signers: [signerOf(secret)] });
  const headers = signatureHeaders({ id: "event", at, signature });
  expect(headers["webhook-signature"]).toBe(new Webhook(secret).sign("event", at, body));
  expect(headers["svix-timestamp"]).toBe(String(Math.floor(at.getTime() / 1_000)));
});

test("a changed body, time or id does not have the same signature", () => {
  const secret = newWebhookSecret();
  const at = new Date(1_700_000_000_000);
  const signed = (change: object) =>
    signatureOf({ id: "event", at, body: "{}", signers: [signerOf(secret)], ...change });
  const changes = [{}, { body: "{ }" }, { id: "other" }, { at: new Date(1_700_000_001_000) }];
  expect(new Set(changes.map(signed)).size).toBe(4);
});
