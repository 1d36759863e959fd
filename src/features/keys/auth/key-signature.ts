import { createHmac, timingSafeEqual } from "node:crypto";
import type { Database } from "../../../platform/db/index.ts";
import { hashApiKey, prefixOf } from "../api-key.ts";
import { knownKeyOf } from "./known-keys.ts";
import { findSecret } from "./queries.ts";
import { reasonToRefuseKey } from "./reason-to-refuse-key.ts";

export type KeySignature = { prefix: string; signature: string };

/** Compared if the key does not exist, so that the timing is the same. */
const NO_HASH = Buffer.alloc(32);

/**
 * Signs a text with the API key of a request, for links that are followed without the key. A signature is valid while the key is
 * valid, within any limit that the text contains. Every node can verify it, and nothing is stored.
 */
export function signAsKey(authorization: string, text: string): KeySignature {
  const secret = authorization.slice("Bearer ".length);
  return {
    prefix: prefixOf(secret) ?? "",
    signature: signatureOf(hashApiKey(secret), text).toString("base64url"),
  };
}

/** The account whose key signed the text, if the key may read and works from that network; otherwise null. */
export async function findSigner(
  database: Database,
  { prefix, signature, text, ip }: KeySignature & { text: string; ip: string },
): Promise<{ accountId: string } | null> {
  const row = await findSecret(database, prefix);
  const expected = signatureOf(row?.secret_hash ?? NO_HASH, text);
  const received = Buffer.from(signature, "base64url");
  const isRight = received.length === expected.length && timingSafeEqual(received, expected);
  if (!row || !isRight || row.permission === "send") return null;
  return reasonToRefuseKey(knownKeyOf(row), () => ip) ? null : { accountId: row.account_id };
}

function signatureOf(secretHash: Buffer, text: string): Buffer {
  return createHmac("sha256", secretHash).update(text).digest();
}
