import type { FastifyRequest } from "fastify";
import { type Database, decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import { findSigner, signAsKey } from "../../keys/index.ts";

/** The SDK's users follow a link at once; whoever else comes to see it should find it dead soon. */
const linkLastsMs = 60 * 60_000;

type Linked = { id: string; index: number };

/** What stands in a link to an attachment, and until when it holds. */
export function linkTo(request: FastifyRequest, { id, index }: Linked): { token: string; expiresAt: Date } {
  const expiresAt = new Date(Date.now() + linkLastsMs);
  const until = String(expiresAt.getTime());
  const { prefix, signature } = signAsKey(
    request.headers.authorization ?? "",
    signedText(id, String(index), until),
  );
  return { token: encodeCursor([prefix, id, String(index), until, signature]), expiresAt };
}

/** Whose attachment a link is to; null when it is none of ours, or holds no more. */
export async function readLink(
  database: Database,
  { params, ip }: { params: { token: string }; ip: string },
): Promise<(Linked & { accountId: string }) | null> {
  const [prefix, id, index, until, signature] = decodeCursor(params.token, 5) ?? [];
  if (!prefix || !id || !index || !until || !signature) return null;
  const signer = await findSigner(database, { prefix, signature, text: signedText(id, index, until), ip });
  if (!signer || !(Number(until) > Date.now())) return null;
  return { accountId: signer.accountId, id, index: Number(index) };
}

/** Says what it is for, so that a key's signature under one thing is none under another. */
function signedText(id: string, index: string, until: string): string {
  return JSON.stringify(["attachment", id, index, until]);
}
