/** Limits replay attacks: a recorded request is accepted for this long. A shorter time would refuse requests if clocks differ. */
const MAX_AGE_SECONDS = 300;
const SECRET_PREFIX = "whsec_";
const PUBLIC_KEY_PREFIX = "whpk_";
const PUBLIC_KEY_BYTES = 32;

type Bytes = Uint8Array<ArrayBuffer>;
type HeaderSource = Headers | Record<string, string | readonly string[] | undefined>;

export type VerifyWebhookOptions = {
  /** The body as it was received, before it is parsed. */
  payload: string | Uint8Array;
  headers: HeaderSource;
  /** A secret (`whsec_…`) or a public key (`whpk_…`), or several. */
  secret: string | readonly string[];
  /** Default: now. */
  now?: Date;
};

/** The request has no valid signature, or it is too old. Respond with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

/**
 * Verifies the signature and the time of a webhook request (Standard Webhooks), and returns its parsed body. Throws a
 * WebhookVerificationError if either is not valid. The same `webhook-id` may arrive more than once: skip an id that you have stored.
 */
export async function verifyWebhook<Payload = unknown>({
  payload,
  headers,
  secret,
  now = new Date(),
}: VerifyWebhookOptions): Promise<Payload> {
  const id = readHeader(headers, "id");
  const timestamp = readHeader(headers, "timestamp");
  const signatures = readHeader(headers, "signature").split(" ");
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1_000 - Number(timestamp)) > MAX_AGE_SECONDS)
    throw new WebhookVerificationError(
      "The webhook's timestamp differs from the current time by more than five minutes.",
    );
  const body = typeof payload === "string" ? payload : new TextDecoder().decode(payload);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const each of typeof secret === "string" ? [secret] : secret)
    if (await isSigned(each, signed, signatures)) return JSON.parse(body) as Payload;
  throw new WebhookVerificationError("The webhook has no valid signature.");
}

function readHeader(headers: HeaderSource, name: string): string {
  const value = read(headers, `webhook-${name}`) ?? read(headers, `svix-${name}`);
  if (!value) throw new WebhookVerificationError(`The request has no header webhook-${name}.`);
  return value;
}

function read(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof entry === "string" ? entry : entry?.[0];
}

/** WebCrypto compares in constant time. A public key verifies no `v1`: used as a secret, it would let everyone who knows it sign. */
async function isSigned(secret: string, signed: Bytes, signatures: string[]): Promise<boolean> {
  const { version, key } = secret.startsWith(PUBLIC_KEY_PREFIX)
    ? { version: "v1a,", key: await importPublicKey(secret.slice(PUBLIC_KEY_PREFIX.length)) }
    : { version: "v1,", key: await importSecret(secret) };
  for (const signature of signatures) {
    if (!signature.startsWith(version)) continue;
    const bytes = fromBase64(signature.slice(version.length));
    if (await crypto.subtle.verify(key.algorithm.name, key, bytes, signed)) return true;
  }
  return false;
}

function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (bytes.length === 0) throw new TypeError("The webhook's secret is empty.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function importPublicKey(text: string): Promise<CryptoKey> {
  const bytes = fromBase64(text);
  if (bytes.length !== PUBLIC_KEY_BYTES)
    throw new TypeError(`The webhook's public key is not ${PUBLIC_KEY_BYTES} bytes in base64.`);
  return crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
}

/** Text that is not base64 matches no signature. */
function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
