import { createHash } from "node:crypto";
import { compareKey } from "../../../mail/address/index.ts";
import { decodeBase32, encodeBase32 } from "../../../platform/base32/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { idFromBytes, idToBytes, type NumberedSubscription } from "./subscription.ts";

/**
 * What a mailto: address says. RFC 5321 §4.5.3.1.1 leaves 64 octets, too few for the address itself: it names the email, whose
 * recipients are known, and which of them by a part of its hash. Signed, so that nobody can make another. In base32, for programs on
 * the way write local parts in lower case, though RFC 5321 §2.4 forbids it.
 */
const purpose = "unsubscribe mail";
const hashBytes = 4;
/** Guessing one of 2⁶⁴ by SMTP takes for ever; more would not fit. */
const macBytes = 8;
/** account number (4) | email id (16) | hash of the address (4) */
const emailIdAt = 4;
const hashAt = emailIdAt + 16;
const namedBytes = hashAt + hashBytes;
const tokenBytes = namedBytes + macBytes;

type Secrets = Pick<InstanceSecrets, "sign" | "isSigned">;
/** `isOf` tells whether an address of that email is the one. */
export type NamedByMail = { accountNumber: number; emailId: string; isOf: (address: string) => boolean };

export function writeMailToken(
  secrets: Secrets,
  { accountNumber, emailId, address }: NumberedSubscription,
): string {
  const account = Buffer.alloc(emailIdAt);
  account.writeUInt32BE(accountNumber);
  const named = Buffer.concat([account, idToBytes(emailId), hashOf(address)]);
  return encodeBase32(Buffer.concat([named, secrets.sign(purpose, named, macBytes)]));
}

/** In any case. Null: none of ours. */
export function readMailToken(secrets: Secrets, token: string): NamedByMail | null {
  const bytes = decodeBase32(token.toLowerCase());
  if (bytes?.length !== tokenBytes) return null;
  const named = bytes.subarray(0, namedBytes);
  if (!secrets.isSigned(purpose, named, bytes.subarray(namedBytes))) return null;
  const hash = named.subarray(hashAt);
  return {
    accountNumber: named.readUInt32BE(),
    emailId: idFromBytes(named.subarray(emailIdAt)),
    isOf: (address) => hashOf(address).equals(hash),
  };
}

function hashOf(address: string): Buffer {
  return createHash("sha256").update(compareKey(address)).digest().subarray(0, hashBytes);
}
