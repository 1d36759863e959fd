import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { idFromBytes, idToBytes, type Subscription } from "./subscription.ts";

/**
 * The token of an unsubscribe link. It is sealed, so outsiders can neither read it nor forge one. It contains everything it needs, so
 * it works as long as the instance keeps its key, even after the email is deleted. Layout: list (1 is all bulk mail), account, email,
 * address.
 */
const PURPOSE = "unsubscribe link";
const BULK_MAIL = 1;
const HEAD_BYTES = 1 + 16 + 16;

type Secrets = Pick<InstanceSecrets, "sealSame" | "open">;

/** The same link always has the same token, so that an email that is rendered again has the same bytes. */
export function writeLinkToken(secrets: Secrets, { accountId, emailId, address }: Subscription): string {
  const plain = Buffer.concat([
    Buffer.of(BULK_MAIL),
    idToBytes(accountId),
    idToBytes(emailId),
    Buffer.from(address),
  ]);
  return secrets.sealSame(PURPOSE, plain).toString("base64url");
}

/** Returns null when this instance did not make the token. */
export function readLinkToken(secrets: Secrets, token: string): Subscription | null {
  const sealed = Buffer.from(token, "base64url");
  // Several base64url texts decode to the same bytes; only the canonical one is valid.
  if (sealed.toString("base64url") !== token) return null;
  const plain = secrets.open(PURPOSE, sealed);
  if (plain === null || plain.length <= HEAD_BYTES || plain[0] !== BULK_MAIL) return null;
  return {
    accountId: idFromBytes(plain.subarray(1)),
    emailId: idFromBytes(plain.subarray(17)),
    address: plain.toString("utf8", HEAD_BYTES),
  };
}
