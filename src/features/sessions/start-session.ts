import { hash, randomBytes } from "node:crypto";
import type { Db } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { insertSession } from "./queries.ts";

/** Where a request came from, as sessions remember it and rate limits count it. */
export type Client = { ip: string; userAgent: string };

/** Enough to recognise a browser by; the header may be 16 kB. */
const MAX_USER_AGENT_LENGTH = 300;

/** A new session with a new token, whatever the client sent; only the token's hash is stored. */
export async function startSession(
  db: Db,
  owner: { accountId: string; personId: string },
  client: Client,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const userAgent = client.userAgent.slice(0, MAX_USER_AGENT_LENGTH).toWellFormed();
  await insertSession(db, { ...owner, id: newId(), tokenHash: hashToken(token), ip: client.ip, userAgent });
  return token;
}

/** 256 random bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
