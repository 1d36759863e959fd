import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import type { PreviousSecret, WebhookRow } from "../webhook.ts";
import { ed25519SignerOf } from "./ed25519-signature.ts";
import { type Signer, signerOf } from "./sign-webhook.ts";

/** Purposes of the keys that seal secrets and headers. Another name would make sealed data unreadable. */
const SECRET_PURPOSE = "webhook secret";
const HEADERS_PURPOSE = "webhook headers";
/** Each signature makes requests longer. With fewer, a receiver that still uses an older secret would reject requests. */
const MAX_PREVIOUS = 5;

export function sealWebhookSecret(secrets: InstanceSecrets, secret: string): Buffer {
  return secrets.seal(SECRET_PURPOSE, Buffer.from(secret));
}

type Sealed = Pick<WebhookRow, "secret_sealed" | "headers_sealed">;

/**
 * Whether the secret or the headers of a webhook were sealed with a secret key that this instance no longer has. Then nothing is sent:
 * receivers would refuse the requests.
 */
export function isSecretLost(secrets: InstanceSecrets, { secret_sealed, headers_sealed }: Sealed): boolean {
  if (!secrets.open(SECRET_PURPOSE, secret_sealed)) return true;
  return headers_sealed !== null && !secrets.open(HEADERS_PURPOSE, headers_sealed);
}

/** Null: it is lost. */
export function openWebhookSecret(secrets: InstanceSecrets, sealed: Buffer): string | null {
  return secrets.open(SECRET_PURPOSE, sealed)?.toString() ?? null;
}

/** The end of the time in which a secret or a key signs. Null: no end. */
type Until = { until: Date | null };
export type SigningSecret = Until & { secret: string };

/** The current secret, and the previous ones, newest first. Lost ones are left out. Opening them costs more than a signature, so callers keep the result. */
export function signingSecrets(
  secrets: InstanceSecrets,
  { secret_sealed, previous_secrets }: Pick<WebhookRow, "secret_sealed" | "previous_secrets">,
): SigningSecret[] {
  const opened = (sealed: Buffer, until: Date | null): SigningSecret[] => {
    const secret = openWebhookSecret(secrets, sealed);
    return secret === null ? [] : [{ secret, until }];
  };
  const previous = previous_secrets.flatMap(({ sealed, until }) =>
    opened(Buffer.from(sealed, "base64"), new Date(until)),
  );
  return [...opened(secret_sealed, null), ...previous];
}

export type TimedSigner = Until & { sign: Signer };

/** The signers of each secret, first those with the secrets themselves, because a receiver may read only the first signatures. */
export function signersOf(
  signing: readonly SigningSecret[],
  { asymmetric }: Pick<WebhookRow, "asymmetric">,
): TimedSigner[] {
  const schemes = asymmetric ? [signerOf, ed25519SignerOf] : [signerOf];
  return schemes.flatMap((scheme) => signing.map(({ secret, until }) => ({ sign: scheme(secret), until })));
}

/** The secrets, keys or signers that sign at a time, in the same order. */
export function signingAt<Item extends Until>(items: readonly Item[], now: Date): Item[] {
  return items.filter(({ until }) => until === null || until > now);
}

/** The previous secrets after a rotation: the replaced one, and those that have not expired. Without overlap, none. */
export function previousAfterRotation(
  { secret_sealed, previous_secrets }: Pick<WebhookRow, "secret_sealed" | "previous_secrets">,
  { overlapHours, now }: { overlapHours: number; now: Date },
): PreviousSecret[] {
  if (overlapHours === 0) return [];
  const until = new Date(now.getTime() + overlapHours * 3_600_000).toISOString();
  const left = previous_secrets.filter((previous) => new Date(previous.until) > now);
  return [{ sealed: secret_sealed.toString("base64"), until }, ...left].slice(0, MAX_PREVIOUS);
}

export type CustomHeaders = Record<string, string>;

export function sealHeaders(secrets: InstanceSecrets, headers: CustomHeaders): Buffer | null {
  if (Object.keys(headers).length === 0) return null;
  return secrets.seal(HEADERS_PURPOSE, Buffer.from(JSON.stringify(headers)));
}

/** Empty if they are lost. */
export function openHeaders(secrets: InstanceSecrets, sealed: Buffer | null): CustomHeaders {
  const opened = sealed && secrets.open(HEADERS_PURPOSE, sealed);
  return opened ? (JSON.parse(opened.toString()) as CustomHeaders) : {};
}
