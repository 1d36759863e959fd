import { createHmac, timingSafeEqual } from "node:crypto";
import type { Database } from "../../../platform/db/index.ts";
import { hashApiKey, prefixOf } from "../api-key.ts";
import { isInNetworks, parseNetworks } from "../networks.ts";
import { findSecret } from "./queries.ts";

export type KeySignature = { prefix: string; signature: string };

/** Compared with when there is no such key, so that the work is the same. */
const NO_HASH = Buffer.alloc(32);

/**
 * Signs a text in the name of the API key that a request came with, for links that are followed without it. What was signed holds
 * as long as the key does and what its text says; every node can tell, and none keeps anything.
 */
export function signAsKey(authorization: string, text: string): KeySignature {
  const secret = authorization.slice("Bearer ".length);
  return {
    prefix: prefixOf(secret) ?? "",
    signature: signatureOf(hashApiKey(secret), text).toString("base64url"),
  };
}

/** The account whose key has signed the text, if that key may read and still works from there; null for anything else. */
export async function findSigner(
  database: Database,
  { prefix, signature, text, ip }: KeySignature & { text: string; ip: string },
): Promise<{ accountId: string } | null> {
  const row = await findSecret(database, prefix);
  const expected = signatureOf(row?.secret_hash ?? NO_HASH, text);
  const received = Buffer.from(signature, "base64url");
  const isRight = received.length === expected.length && timingSafeEqual(received, expected);
  if (!row || !isRight || row.has_expired || row.is_replaced || row.permission === "send") return null;
  if (row.paused_reason !== null) return null;
  if (row.networks && !isInNetworks(ip, parseNetworks(row.networks))) return null;
  return { accountId: row.account_id };
}

function signatureOf(secretHash: Buffer, text: string): Buffer {
  return createHmac("sha256", secretHash).update(text).digest();
}
