import { createPublicKey, verify } from "node:crypto";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, test } from "vitest";
import { ed25519PublicKeyOf, ed25519SignerOf } from "./ed25519-signature.ts";
import { signersOf, signingAt } from "./secrets.ts";
import { joinSignatures, newWebhookSecret, signatureHeaders, signatureOf, signerOf } from "./sign-webhook.ts";

const SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
/** The DER of a public key up to its 32 bytes (RFC 8410 §4). */
const SPKI_START = Buffer.from("302a300506032b6570032100", "hex");
const BODY = '{"type":"email.delivered","data":{"subject":"Grüße"}}';

/** Whether one of the signatures in the headers is valid, as a receiver finds out that has only the text of the public key. */
function verifies(publicKey: string, headers: Record<string, string>, body = BODY): boolean {
  const [, base64 = ""] = publicKey.split("whpk_");
  const spki = Buffer.concat([SPKI_START, Buffer.from(base64, "base64")]);
  const key = createPublicKey({ key: spki, type: "spki", format: "der" });
  const signed = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  return String(headers["webhook-signature"])
    .split(" ")
    .map((signature) => signature.split(","))
    .some(
      ([version, text = ""]) => version === "v1a" && verify(null, signed, key, Buffer.from(text, "base64")),
    );
}

type Signing = { secret: string; until: Date | null };

/** The headers of a request that the secrets sign, newest first. */
function signedAt(at: Date, signing: Signing[], asymmetric = true): Record<string, string> {
  const signers = signingAt(signersOf(signing, { asymmetric }), at).map(({ sign }) => sign);
  return signatureHeaders({
    id: "event",
    at,
    signature: signatureOf({ id: "event", at, body: BODY, signers }),
  });
}

test("the text of the public key verifies a request, and no other body, time, id or key", () => {
  for (const secret of [SECRET, newWebhookSecret(), newWebhookSecret()]) {
    const headers = signedAt(new Date(), [{ secret, until: null }]);
    const publicKey = ed25519PublicKeyOf(secret);
    expect(verifies(publicKey, headers)).toBe(true);
    expect(verifies(publicKey, headers, `${BODY} `)).toBe(false);
    expect(verifies(publicKey, { ...headers, "webhook-timestamp": "1795680000" })).toBe(false);
    expect(verifies(publicKey, { ...headers, "webhook-id": "other" })).toBe(false);
    expect(verifies(ed25519PublicKeyOf(newWebhookSecret()), headers)).toBe(false);
  }
});

test("a secret always has the same public key, because receivers store it", () => {
  expect(ed25519PublicKeyOf(SECRET)).toBe("whpk_wpkhMzFYRX01SU8e+rkKoz+iERbUC8p2NmVNlj+PQ1Y=");
});

describe("after a rotation", () => {
  const now = new Date();
  const inAnHour = new Date(now.getTime() + 3_600_000);
  const [current, previous] = [newWebhookSecret(), newWebhookSecret()];
  const signing = [
    { secret: current, until: null },
    { secret: previous, until: inAnHour },
  ];
  const versions = (headers: Record<string, string>) =>
    headers["webhook-signature"]?.split(" ").map((signature) => signature.split(",")[0]);

  test("both keys sign, after both secrets, until the previous secret expires", () => {
    const before = signedAt(now, signing);
    expect(versions(before)).toEqual(["v1", "v1", "v1a", "v1a"]);
    expect(before["svix-signature"]).toBe(before["webhook-signature"]);
    const verified = (headers: Record<string, string>) =>
      [current, previous].map((secret) => verifies(ed25519PublicKeyOf(secret), headers));
    expect(verified(before)).toEqual([true, true]);
    const after = signedAt(inAnHour, signing);
    expect(versions(after)).toEqual(["v1", "v1a"]);
    expect(verified(after)).toEqual([true, false]);
  });

  test("the receivers' packages for Standard Webhooks and Svix verify requests with either secret", () => {
    const headers = signedAt(now, signing);
    const without = signatureHeaders({ id: "event", at: now, signature: ed25519SignerOf(current)(BODY) });
    for (const Package of [StandardWebhook, SvixWebhook]) {
      const verifying = (secret: string, request: Record<string, string>) => () =>
        new Package(secret).verify(BODY, request);
      expect(verifying(current, headers)).not.toThrow();
      expect(verifying(previous, headers)).not.toThrow();
      expect(verifying(newWebhookSecret(), headers)).toThrow();
      expect(verifying(current, without)).toThrow();
    }
  });
});

test("without the option, only the secrets sign", () => {
  const headers = signedAt(new Date(), [{ secret: SECRET, until: null }], false);
  expect(headers["webhook-signature"]).toMatch(/^v1,\S+$/);
});

test("stored signatures give the same headers, also with SendGrid's signature", () => {
  const at = new Date();
  const signers = [signerOf(SECRET), ed25519SignerOf(SECRET)];
  const standard = signatureOf({ id: "event", at, body: BODY, signers });
  expect(
    signatureHeaders({ id: "event", at, signature: joinSignatures(standard, "MEUC/+A=") }),
  ).toMatchObject({
    "webhook-signature": standard,
    "svix-signature": standard,
    "x-twilio-email-event-webhook-signature": "MEUC/+A=",
  });
});
