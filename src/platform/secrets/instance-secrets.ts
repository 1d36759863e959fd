import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { keepMasterKey } from "./master-key.ts";
import { ShortHmac } from "./short-hmac.ts";
import { SipHash } from "./sip-hash.ts";

/** A purpose is a constant in the code, never input from a user, because a key is cached for each purpose. */
export type InstanceSecrets = {
  /** Encrypts and authenticates: only this instance can open the result, and only for this purpose. */
  seal(purpose: string, plain: Buffer): Buffer;
  /**
   * Returns the same bytes for the same input, for data that is recreated on each use. The result reveals which inputs are
   * equal, so use a separate purpose.
   */
  sealSame(purpose: string, plain: Buffer): Buffer;
  /** @returns null when the data was not sealed by this instance for this purpose, or was changed */
  open(purpose: string, sealed: Buffer): Buffer | null;
  /** A MAC that proves that these bytes come from this instance. */
  sign(purpose: string, bytes: Buffer, lengthBytes: number): Buffer;
  isSigned(purpose: string, bytes: Buffer, mac: Buffer): boolean;
  /** As `sign`, in less than half the time, with at most 16 bytes: for short messages that are signed many times for each email. */
  signFast(purpose: string, bytes: Buffer, lengthBytes: number): Buffer;
  isSignedFast(purpose: string, bytes: Buffer, mac: Buffer): boolean;
  /** Identifies the master key without revealing anything about it. */
  fingerprint(): string;
};

type OpenOptions = {
  dataDir: string;
  /** Null: use the key in the data directory. */
  key: string | null;
};

/**
 * The key is read at its first use, which throws SecretKeyError if the key cannot be read or created. Commands that need no
 * key therefore touch no file.
 */
export function openInstanceSecrets({ dataDir, key }: OpenOptions): InstanceSecrets {
  let master = key;
  const keyFor = memo((use) => {
    master ??= keepMasterKey(dataDir);
    return createSecretKey(Buffer.from(hkdfSync("sha256", master, "", `posthouse ${use}`, KEY_BYTES)));
  });
  const signerFor = memo((purpose) => new ShortHmac(keyFor(`sign ${purpose}`).export()));
  const fastSignerFor = memo(
    (purpose) => new SipHash(keyFor(`sign-fast ${purpose}`).export().subarray(0, SipHash.KEY_BYTES)),
  );
  const sign: InstanceSecrets["sign"] = (purpose, bytes, lengthBytes) =>
    signerFor(purpose).sign(bytes, lengthBytes);
  const signFast: InstanceSecrets["signFast"] = (purpose, bytes, lengthBytes) =>
    fastSignerFor(purpose).sign(bytes, lengthBytes);
  return {
    seal: (purpose, plain) =>
      seal({ key: keyFor(`seal ${purpose}`), purpose, plain, nonce: randomBytes(NONCE_BYTES) }),
    // As in RFC 5297: a nonce derived from the plain text repeats only for the same plain text, which is safe.
    sealSame: (purpose, plain) =>
      seal({
        key: keyFor(`seal ${purpose}`),
        purpose,
        plain,
        nonce: sign(`nonce ${purpose}`, plain, NONCE_BYTES),
      }),
    open: (purpose, sealed) => open({ key: keyFor(`seal ${purpose}`), purpose, sealed }),
    sign,
    isSigned: (purpose, bytes, mac) =>
      mac.length >= MIN_MAC_BYTES && equals(sign(purpose, bytes, mac.length), mac),
    signFast,
    isSignedFast: (purpose, bytes, mac) =>
      mac.length >= MIN_MAC_BYTES &&
      mac.length <= SipHash.MAC_BYTES &&
      equals(signFast(purpose, bytes, mac.length), mac),
    fingerprint: () => keyFor("fingerprint").export().subarray(0, FINGERPRINT_BYTES).toString("hex"),
  };
}

/** Makes the value of each purpose once. */
function memo<T>(make: (purpose: string) => T): (purpose: string) => T {
  const made = new Map<string, T>();
  return (purpose) => {
    const known = made.get(purpose);
    if (known !== undefined) return known;
    const value = make(purpose);
    made.set(purpose, value);
    return value;
  };
}

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const FINGERPRINT_BYTES = 16;
/** The layout of sealed data: format, nonce, tag, ciphertext. */
const FORMAT = 1;
/** NIST SP 800-38D §5.2.1.1, §8.2.2: 96 random bits are unique enough for 2³² seals per purpose. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
/** A shorter MAC could be guessed online. */
const MIN_MAC_BYTES = 8;

type Sealing = { key: KeyObject; purpose: string };

function seal({ key, purpose, plain, nonce }: Sealing & { plain: Buffer; nonce: Buffer }): Buffer {
  const sealing = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  sealing.setAAD(Buffer.from(purpose));
  const ciphertext = Buffer.concat([sealing.update(plain), sealing.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, sealing.getAuthTag(), ciphertext]);
}

function open({ key, purpose, sealed }: Sealing & { sealed: Buffer }): Buffer | null {
  if (sealed.length < HEAD_BYTES || sealed[0] !== FORMAT) return null;
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const opening = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  opening.setAAD(Buffer.from(purpose));
  opening.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
  try {
    return Buffer.concat([opening.update(sealed.subarray(HEAD_BYTES)), opening.final()]);
  } catch {
    return null;
  }
}

function equals(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
