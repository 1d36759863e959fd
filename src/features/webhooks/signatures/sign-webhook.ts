import { randomBytes } from "node:crypto";
import { ShortHmac } from "../../../platform/secrets/index.ts";

/** Secrets begin with this (Standard Webhooks 1.0.0, "Signature scheme"). The rest is base64. */
const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;
/** Precedes SendGrid's signature where the signatures of a request are one text. */
const SENDGRID = " sendgrid,";

export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

export function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
}

type Signed = {
  /** The event's id: the same in each attempt and replay. */
  id: string;
  at: Date;
  body: string;
  /** There is one signature for each. */
  signers: readonly Signer[];
};

/** Returns a signature of a text, after its version. Making a signer takes time, so callers keep it. */
export type Signer = (text: string) => string;

/** Signs with a secret. The version of these signatures is `v1`. */
export function signerOf(secret: string): Signer {
  const mac = new ShortHmac(secretBytes(secret));
  return (text) => `v1,${mac.signText(text)}`;
}

/** The value of `webhook-signature` (Standard Webhooks 1.0.0): one signature for each signer. */
export function signatureOf({ id, at, body, signers }: Signed): string {
  const text = `${id}.${timestampOf(at)}.${body}`;
  return signers.map((sign) => sign(text)).join(" ");
}

/** The signatures of a request as they are stored: those of Standard Webhooks and, if there is one, SendGrid's. */
export function joinSignatures(standard: string, sendgrid: string | null): string {
  return sendgrid === null ? standard : standard + SENDGRID + sendgrid;
}

/**
 * The headers of a signed request. `signature`: of joinSignatures. `svix-` headers have the values of Standard Webhooks, because older
 * libraries read those.
 */
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
  const [standard = "", sendgrid] = signature.split(SENDGRID);
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": standard,
    "svix-id": id,
    "svix-timestamp": timestamp,
    "svix-signature": standard,
    ...(sendgrid !== undefined && {
      "x-twilio-email-event-webhook-timestamp": timestamp,
      "x-twilio-email-event-webhook-signature": sendgrid,
    }),
  };
}

/** Seconds since 1970. */
export function timestampOf(at: Date): string {
  return String(Math.floor(at.getTime() / 1_000));
}
