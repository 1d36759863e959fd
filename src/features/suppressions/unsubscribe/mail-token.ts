import { createHash } from "node:crypto";
import { compareKey } from "../../../mail/address/index.ts";
import { decodeBase32, encodeBase32 } from "../../../platform/base32/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { idFromBytes, idToBytes, type NumberedSubscription } from "./subscription.ts";

/**
 * The token of a mailto: address. A local part has at most 64 octets (RFC 5321 §4.5.3.1.1), too few for the recipient's address. The
 * token therefore names the email, whose recipients are stored, and part of the recipient's hash. It is signed against forgery. It is
 * base32, because some programs on the way convert local parts to lower case, although RFC 5321 §2.4 forbids it.
 */
const PURPOSE = "unsubscribe mail";
const HASH_BYTES = 4;
/** Guessing 64 bits over SMTP is not feasible; a longer signature would not fit. */
const MAC_BYTES = 8;
/** account number (4) | email id (16) | hash of the address (4) */
const EMAIL_ID_AT = 4;
const HASH_AT = EMAIL_ID_AT + 16;
const NAMED_BYTES = HASH_AT + HASH_BYTES;
const TOKEN_BYTES = NAMED_BYTES + MAC_BYTES;

type Secrets = Pick<InstanceSecrets, "sign" | "isSigned">;
/** `isOf` returns whether the token names this address of the email. */
export type NamedByMail = { accountNumber: number; emailId: string; isOf: (address: string) => boolean };

export function writeMailToken(
  secrets: Secrets,
  { accountNumber, emailId, address }: NumberedSubscription,
): string {
  const account = Buffer.alloc(EMAIL_ID_AT);
  account.writeUInt32BE(accountNumber);
  const named = Buffer.concat([account, idToBytes(emailId), hashOf(address)]);
  return encodeBase32(Buffer.concat([named, secrets.sign(PURPOSE, named, MAC_BYTES)]));
}

/** Accepts lower and upper case. Returns null when this instance did not make the token. */
export function readMailToken(secrets: Secrets, token: string): NamedByMail | null {
  const bytes = decodeBase32(token.toLowerCase());
  if (bytes?.length !== TOKEN_BYTES) return null;
  const named = bytes.subarray(0, NAMED_BYTES);
  if (!secrets.isSigned(PURPOSE, named, bytes.subarray(NAMED_BYTES))) return null;
  const hash = named.subarray(HASH_AT);
  return {
    accountNumber: named.readUInt32BE(),
    emailId: idFromBytes(named.subarray(EMAIL_ID_AT)),
    isOf: (address) => hashOf(address).equals(hash),
  };
}

function hashOf(address: string): Buffer {
  return createHash("sha256").update(compareKey(address)).digest().subarray(0, HASH_BYTES);
}
