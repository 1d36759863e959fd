import { createHmac, randomBytes } from "node:crypto";

/** Secrets begin with this (Standard Webhooks 1.0.0, "Signature scheme"). The rest is base64. */
const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

type Signed = {
  /** The event's id: the same in each attempt and replay. */
  id: string;
  at: Date;
  body: string;
  /** There is one signature for each. */
  secrets: string[];
};

/** The value of `webhook-signature` (Standard Webhooks 1.0.0): one signature for each secret. */
export function signatureOf({ id, at, body, secrets }: Signed): string {
  return secrets.map((secret) => `v1,${sign(secret, `${id}.${timestampOf(at)}.${body}`)}`).join(" ");
}

/** The headers of a signed request. `svix-` headers have the same values, because older libraries read those. */
export function signatureHeaders({
  id,
  at,
  signature,
}: {
  id: string;
  at: Date;
  signature: string;
}): Record<string, string> {
  const timestamp = timestampOf(at);
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature,
    "svix-id": id,
    "svix-timestamp": timestamp,
    "svix-signature": signature,
  };
}

function timestampOf(at: Date): string {
  return String(Math.floor(at.getTime() / 1_000));
}

function sign(secret: string, text: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return createHmac("sha256", key).update(text).digest("base64");
}
