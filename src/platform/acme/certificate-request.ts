import { createPublicKey, type KeyObject, sign } from "node:crypto";

/** The parts of DER (ITU-T X.690) that a certificate request needs. */
const TAG = { integer: 0x02, bits: 0x03, octets: 0x04, oid: 0x06, sequence: 0x30, set: 0x31 } as const;
/** Context-specific tags: the attributes of a request, and a DNS name of a subject. */
const ATTRIBUTES = 0xa0;
const DNS_NAME = 0x82;

const EXTENSION_REQUEST = oid([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x0e]);
const SUBJECT_ALT_NAME = oid([0x55, 0x1d, 0x11]);
const ECDSA_WITH_SHA256 = oid([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]);

/** A certificate request in DER (RFC 2986) for one DNS name, signed with an EC key. The subject is empty: the name is an extension. */
export function certificateRequest(host: string, privateKey: KeyObject): Buffer {
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  const names = der(TAG.sequence, der(DNS_NAME, Buffer.from(host, "ascii")));
  const extensions = der(TAG.sequence, der(TAG.sequence, SUBJECT_ALT_NAME, der(TAG.octets, names)));
  const info = der(
    TAG.sequence,
    der(TAG.integer, Buffer.of(0)),
    der(TAG.sequence),
    publicKey,
    der(ATTRIBUTES, der(TAG.sequence, EXTENSION_REQUEST, der(TAG.set, extensions))),
  );
  const signature = sign("sha256", info, privateKey);
  // A bit string begins with the number of unused bits.
  return der(
    TAG.sequence,
    info,
    der(TAG.sequence, ECDSA_WITH_SHA256),
    der(TAG.bits, Buffer.of(0), signature),
  );
}

function oid(bytes: number[]): Buffer {
  return der(TAG.oid, Buffer.from(bytes));
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.of(length);
  return length < 256 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
}
