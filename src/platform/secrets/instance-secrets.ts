import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { keepMasterKey } from "./master-key.ts";

/** Purposes are words of the code, never of a caller: a key is kept for each. */
export type InstanceSecrets = {
  /** Readable for this instance and this purpose alone, and in no way changeable. */
  seal(purpose: string, plain: Buffer): Buffer;
  /** The same bytes for the same plain, for what is made anew each time it is needed; shows when two are equal. For a purpose of its own. */
  sealSame(purpose: string, plain: Buffer): Buffer;
  /** Null: not sealed by this instance for this purpose, or changed since. */
  open(purpose: string, sealed: Buffer): Buffer | null;
  /** A proof that these bytes come from this instance. */
  sign(purpose: string, bytes: Buffer, lengthBytes: number): Buffer;
  isSigned(purpose: string, bytes: Buffer, mac: Buffer): boolean;
  /** Tells one master key from another and says nothing of it. */
  fingerprint(): string;
};

type Given = {
  dataDir: string;
  /** Null: the one that the data directory keeps. */
  key: string | null;
};

/** Throws SecretKeyError at the first use if there is no key to be had: who needs none touches no file. */
export function openInstanceSecrets({ dataDir, key }: Given): InstanceSecrets {
  let master = key;
  const derived = new Map<string, Buffer>();
  const keyFor = (use: string): Buffer => {
    const known = derived.get(use);
    if (known) return known;
    master ??= keepMasterKey(dataDir);
    const made = Buffer.from(hkdfSync("sha256", master, "", `posthouse ${use}`, keyBytes));
    derived.set(use, made);
    return made;
  };
  const sign: InstanceSecrets["sign"] = (purpose, bytes, lengthBytes) =>
    createHmac("sha256", keyFor(`sign ${purpose}`))
      .update(bytes)
      .digest()
      .subarray(0, lengthBytes);
  return {
    seal: (purpose, plain) =>
      seal({ key: keyFor(`seal ${purpose}`), purpose, plain, nonce: randomBytes(nonceBytes) }),
    // As in RFC 5297: a nonce made of the plain is the same twice for the same plain alone, for which it may be.
    sealSame: (purpose, plain) =>
      seal({
        key: keyFor(`seal ${purpose}`),
        purpose,
        plain,
        nonce: sign(`nonce ${purpose}`, plain, nonceBytes),
      }),
    open: (purpose, sealed) => open({ key: keyFor(`seal ${purpose}`), purpose, sealed }),
    sign,
    isSigned: (purpose, bytes, mac) =>
      mac.length >= leastMacBytes && equals(sign(purpose, bytes, mac.length), mac),
    fingerprint: () => keyFor("fingerprint").subarray(0, fingerprintBytes).toString("hex"),
  };
}

const cipher = "aes-256-gcm";
const keyBytes = 32;
const fingerprintBytes = 16;
/** The layout of what is sealed: format, nonce, tag, ciphertext. */
const format = 1;
/** NIST SP 800-38D §5.2.1.1, §8.2.2: 96 random bits are unique enough for 2³² seals of a purpose. */
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;
/** Fewer could be guessed online. */
const leastMacBytes = 8;

type Sealing = { key: Buffer; purpose: string };

function seal({ key, purpose, plain, nonce }: Sealing & { plain: Buffer; nonce: Buffer }): Buffer {
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  sealing.setAAD(Buffer.from(purpose));
  const ciphertext = Buffer.concat([sealing.update(plain), sealing.final()]);
  return Buffer.concat([Buffer.of(format), nonce, sealing.getAuthTag(), ciphertext]);
}

function open({ key, purpose, sealed }: Sealing & { sealed: Buffer }): Buffer | null {
  if (sealed.length < headBytes || sealed[0] !== format) return null;
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  opening.setAAD(Buffer.from(purpose));
  opening.setAuthTag(sealed.subarray(1 + nonceBytes, headBytes));
  try {
    return Buffer.concat([opening.update(sealed.subarray(headBytes)), opening.final()]);
  } catch {
    return null;
  }
}

function equals(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
