/** Limits replay attacks: a recorded request is accepted for this long. A shorter time would refuse requests if clocks differ. */
const MAX_AGE_SECONDS = 300;
const PREFIX = "whsec_";

type Bytes = Uint8Array<ArrayBuffer>;
type HeaderSource = Headers | Record<string, string | readonly string[] | undefined>;

export type VerifyWebhookOptions = {
  /** The body as it was received, before it is parsed. */
  payload: string | Uint8Array;
  headers: HeaderSource;
  /** One secret, or several. */
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
  const signatures = readHeader(headers, "signature")
    .split(" ")
    .flatMap((signature) => (signature.startsWith("v1,") ? [fromBase64(signature.slice(3))] : []));
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

/** WebCrypto compares in constant time. */
async function isSigned(secret: string, signed: Bytes, signatures: Bytes[]): Promise<boolean> {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes.length === 0) throw new TypeError("The webhook's secret is empty.");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
  for (const signature of signatures)
    if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
  return false;
}

/** Text that is not base64 matches no signature. */
function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
