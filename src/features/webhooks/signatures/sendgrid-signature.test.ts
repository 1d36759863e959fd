import { EventWebhook } from "@sendgrid/eventwebhook";
import { expect, test } from "vitest";
import { publicKeyOf, sendgridKeyAt, sendgridKeys, sendgridSignature } from "./sendgrid-signature.ts";
import { newWebhookSecret } from "./sign-webhook.ts";

const SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const NOW = new Date("2026-11-26T08:00:00.400Z");
const TIMESTAMP = "1795680000";
const BODY = '[{"event":"delivered","name":"Grüße"}]';

const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const keyOf = (secret: string) => {
  const [key] = sendgridKeys([{ secret, until: null }]);
  if (!key) throw new Error("no key");
  return key.key;
};

function verifies(secret: string, { body = BODY, timestamp = TIMESTAMP, signature = "" }): boolean {
  const verifier = new EventWebhook();
  const publicKey = verifier.convertPublicKeyToECDSA(publicKeyOf(keyOf(secret)));
  return verifier.verifySignature(publicKey, body, signature, timestamp);
}

test("SendGrid's package for receivers accepts the signature, and no other body, time or key", () => {
  for (const secret of [SECRET, newWebhookSecret(), newWebhookSecret()]) {
    const signature = sendgridSignature(keyOf(secret), { at: NOW, body: BODY });
    expect(verifies(secret, { signature })).toBe(true);
    expect(verifies(secret, { signature, body: `${BODY}\n` })).toBe(false);
    expect(verifies(secret, { signature, timestamp: "1795680001" })).toBe(false);
    expect(verifies(newWebhookSecret(), { signature })).toBe(false);
  }
});

test("a secret always has the same public key, because receivers store it", () => {
  expect(publicKeyOf(keyOf(SECRET))).toBe(
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEm8wXtGqZYDRPKQztNEU5Krwt58Pe2lI4AUEiVYzS9CCJsskrKbNCxBH7eJh0/Cmr/rM8NVsrHLzDrEfLFty2QQ==",
  );
});

/** The hours until which the secrets a, b and c sign; the current one has none. */
type Hours = { a: number | null; b?: number | null; c?: null };

test.each<[string, Hours, string, string]>([
  ["the only secret signs", { a: null }, "a", "a"],
  ["the previous secret signs until it expires", { a: 1, b: null }, "ab", "a"],
  ["an expired secret does not sign", { a: -1, b: null }, "ab", "b"],
  ["three secrets sign one after the other", { a: 1, b: 2, c: null }, "abc", "a"],
  ["a secret that expires before an older one does not sign", { a: 2, b: 1, c: null }, "ac", "a"],
])("%s", (_, hours, inOrder, now) => {
  const newestFirst = Object.entries(hours).reverse();
  const keys = sendgridKeys(
    newestFirst.map(([name, until]) => ({
      secret: secretOf(name),
      until: until === null ? null : inHours(until),
    })),
  );
  const publicKeys = [...inOrder].map((name) => publicKeyOf(keyOf(secretOf(name))));
  expect(keys.map(({ key }) => publicKeyOf(key))).toEqual(publicKeys);
  const current = sendgridKeyAt(keys, NOW);
  expect(current && publicKeyOf(current)).toBe(publicKeyOf(keyOf(secretOf(now))));
});

test("without keys, no key signs", () => expect(sendgridKeyAt([], NOW)).toBeNull());

function secretOf(name: string): string {
  return `whsec_${Buffer.from(name.repeat(32)).toString("base64")}`;
}
