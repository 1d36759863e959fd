import type { FastifyRequest } from "fastify";
import { type Database, decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import { findSigner, signAsKey } from "../../keys/index.ts";

/** Users of the SDK follow a link immediately. It expires soon, so that a leaked link is of little use. */
const LINK_LASTS_MS = 60 * 60_000;

type LinkedAttachment = { id: string; index: number };

/** Returns the token of a link to an attachment, and when the link expires. */
export function linkTo(
  request: FastifyRequest,
  { id, index }: LinkedAttachment,
): { token: string; expiresAt: Date } {
  const expiresAt = new Date(Date.now() + LINK_LASTS_MS);
  const until = String(expiresAt.getTime());
  const { prefix, signature } = signAsKey(
    request.headers.authorization ?? "",
    signedText(id, String(index), until),
  );
  return { token: encodeCursor([prefix, id, String(index), until, signature]), expiresAt };
}

/** Returns the attachment of a link and its account, or null when the link is forged or expired. */
export async function readLink(
  database: Database,
  { params, ip }: { params: { token: string }; ip: string },
): Promise<(LinkedAttachment & { accountId: string }) | null> {
  const [prefix, id, index, until, signature] = decodeCursor(params.token, 5) ?? [];
  if (!prefix || !id || !index || !until || !signature) return null;
  const signer = await findSigner(database, { prefix, signature, text: signedText(id, index, until), ip });
  if (!signer || !(Number(until) > Date.now())) return null;
  return { accountId: signer.accountId, id, index: Number(index) };
}

/** The text contains its purpose, so that a key's signature for another purpose is not valid here. */
function signedText(id: string, index: string, until: string): string {
  return JSON.stringify(["attachment", id, index, until]);
}
