import type { Database } from "../../../platform/db/index.ts";
import { AppError } from "../../../platform/errors/index.ts";
import { areStored, loadContents } from "../contents/queries.ts";
import { emailErrors } from "../errors.ts";
import type { EmailRow } from "./email-row.ts";

/** The bytes that a message is made of. */
export type MessageContents = {
  html: Buffer | null;
  text: Buffer | null;
  raw: Buffer | null;
  /** In the order of the email's attachments; none when they were not asked for. */
  attachments: Buffer[];
};

/** What a message is made of. Throws `content_removed` when some of it is gone. */
export async function loadMessageContents(
  database: Database,
  accountId: string,
  email: EmailRow,
): Promise<MessageContents> {
  const attachments = email.attachments ?? [];
  const contents = await loadContents(database, accountId, [
    ...bodyHashes(email),
    ...attachmentHashes(email),
  ]);
  const need = (hash: string): Buffer => {
    const bytes = contents.get(hash);
    if (bytes) return bytes;
    throw emailErrors.content_removed(
      "The content of this email was removed after the account's retention time.",
    );
  };
  return {
    html: email.html_hash === null ? null : need(email.html_hash),
    text: email.text_hash === null ? null : need(email.text_hash),
    raw: email.raw_hash === null ? null : need(email.raw_hash),
    attachments: attachments.map(({ hash }) => need(hash)),
  };
}

export function isContentRemoved(error: unknown): error is Error {
  return error instanceof AppError && error.code === "content_removed";
}

/** The bodies alone, to be shown; null when they are gone, or an attachment is: then the message cannot be made any more. */
export async function loadBodies(
  database: Database,
  accountId: string,
  email: EmailRow,
): Promise<MessageContents | null> {
  const hashes = bodyHashes(email);
  const [contents, isWhole] = await Promise.all([
    loadContents(database, accountId, hashes),
    areStored(database, accountId, attachmentHashes(email)),
  ]);
  if (!isWhole || hashes.some((hash) => !contents.has(hash))) return null;
  const of = (hash: string | null) => (hash === null ? null : (contents.get(hash) ?? null));
  return { html: of(email.html_hash), text: of(email.text_hash), raw: of(email.raw_hash), attachments: [] };
}

function bodyHashes({ html_hash, text_hash, raw_hash }: EmailRow): string[] {
  return [html_hash, text_hash, raw_hash].filter((hash) => hash !== null);
}

function attachmentHashes({ attachments }: EmailRow): string[] {
  return (attachments ?? []).map(({ hash }) => hash);
}
