import { hash, randomBytes } from "node:crypto";
import type { Db } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { Client } from "../deps.ts";
import { insertSession } from "./queries.ts";

/** Enough to recognise a browser by; the header may be 16 kB. */
const maxUserAgentLength = 300;

/** A new session with a new token, whatever the client sent; only the token's hash is stored. */
export async function startSession(
  db: Db,
  owner: { accountId: string; userId: string },
  client: Client,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const userAgent = client.userAgent.slice(0, maxUserAgentLength).toWellFormed();
  await insertSession(db, { ...owner, id: newId(), tokenHash: hashToken(token), ip: client.ip, userAgent });
  return token;
}

/** 256 random bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
