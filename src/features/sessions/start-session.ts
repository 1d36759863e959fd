import { hash, randomBytes } from "node:crypto";
import type { Db } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { insertSession } from "./queries.ts";

/** The client of a request, as sessions store it and rate limits count it. */
export type Client = { ip: string; userAgent: string };

/** Long enough to recognize a browser; the header may have 16 kB. */
const MAX_USER_AGENT_LENGTH = 300;

/** Starts a session with a new token, ignoring any token of the client; only the token's hash is stored. */
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
