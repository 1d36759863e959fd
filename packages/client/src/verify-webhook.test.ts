import { generateKeyPairSync, sign } from "node:crypto";
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

describe("with a public key", () => {
  const newKeys = () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const bytes = publicKey.export({ type: "spki", format: "der" }).subarray(-32);
    return { privateKey, publicKey: `whpk_${bytes.toString("base64")}` };
  };
  const [keys, others] = [newKeys(), newKeys()];
  const asymmetric = ({ privateKey } = keys) => {
    const signature = sign(null, Buffer.from(`event.${timestamp}.${payload}`), privateKey);
    return { ...signed(), "webhook-signature": `v1a,${signature.toString("base64")}` };
  };
  const both = `${signed()["webhook-signature"]} ${asymmetric()["webhook-signature"]}`;

  test("its signature is accepted, also with others, with one of several keys, and with the other headers", async () => {
    await verifyWebhook({ payload, headers: asymmetric(), secret: keys.publicKey });
    const headers = { ...signed(), "webhook-signature": both };
    for (const secret of [
      keys.publicKey,
      SECRET,
      [others.publicKey, keys.publicKey],
      [OTHER, keys.publicKey],
    ])
      await verifyWebhook({ payload, headers, secret });
    const svix = { "svix-id": "event", "svix-timestamp": timestamp, "svix-signature": both };
    await verifyWebhook({
      payload: Buffer.from(payload),
      headers: new Headers(svix),
      secret: keys.publicKey,
    });
  });

  test.each([
    ["another body", { payload: `${payload} ` }],
    ["another id", { headers: { ...asymmetric(), "webhook-id": "other" } }],
    ["another key", { headers: asymmetric(others) }],
    ["the signature of a secret", { headers: signed() }],
    ["a signature that is not base64", { headers: { ...signed(), "webhook-signature": "v1a,?" } }],
    ["a signature that is too short", { headers: { ...signed(), "webhook-signature": "v1a,AAAA" } }],
    [
      "its signature as one of a secret",
      { headers: { ...signed(), "webhook-signature": both.replace(/.*v1a,/, "v1,") } },
    ],
    ["a time that is 301 s away", { now: new Date(Number(timestamp) * 1_000 + 301_000) }],
  ])("a request with %s is refused", (_name, options) =>
    refused({ headers: asymmetric(), secret: keys.publicKey, ...options }),
  );

  test("the public key is not used as a secret, because others know it", async () => {
    const forged = signed([`whsec_${keys.publicKey.slice(5)}`]);
    await refused({ headers: forged, secret: keys.publicKey });
    const asSecret = { ...forged, "webhook-signature": forged["webhook-signature"].replace("v1,", "v1a,") };
    await refused({ headers: asSecret, secret: keys.publicKey });
  });

  test("a secret does not verify its signature", () => refused({ headers: asymmetric() }));

  test("a key that is cut off is an error of the program, not of the request", async () => {
    const secret = keys.publicKey.slice(0, -4);
    const verified = verifyWebhook({ payload, headers: asymmetric(), secret });
    await expect(verified).rejects.toThrow(
      new TypeError("The webhook's public key is not 32 bytes in base64."),
    );
  });
});
