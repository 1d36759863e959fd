import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { idFromBytes, idToBytes, type Subscription } from "./subscription.ts";

/**
 * What a link says, sealed: nobody can read whose it is, or make another. It holds all that is needed, so that it works for as long
 * as the instance has its key, and when the email is long gone. Layout: list (1 is all bulk mail), account, email, address.
 */
const purpose = "unsubscribe link";
const bulkMail = 1;
const headBytes = 1 + 16 + 16;

type Secrets = Pick<InstanceSecrets, "sealSame" | "open">;

/** The same for the same link, so that an email that is rendered again has the same bytes. */
export function writeLinkToken(secrets: Secrets, { accountId, emailId, address }: Subscription): string {
  const plain = Buffer.concat([
    Buffer.of(bulkMail),
    idToBytes(accountId),
    idToBytes(emailId),
    Buffer.from(address),
  ]);
  return secrets.sealSame(purpose, plain).toString("base64url");
}

/** Null: none of ours. */
export function readLinkToken(secrets: Secrets, token: string): Subscription | null {
  const sealed = Buffer.from(token, "base64url");
  // base64url has spellings that decode to the same bytes; ours has one.
  if (sealed.toString("base64url") !== token) return null;
  const plain = secrets.open(purpose, sealed);
  if (plain === null || plain.length <= headBytes || plain[0] !== bulkMail) return null;
  return {
    accountId: idFromBytes(plain.subarray(1)),
    emailId: idFromBytes(plain.subarray(17)),
    address: plain.toString("utf8", headBytes),
  };
}
