import type { Database } from "../../../platform/db/index.ts";
import { AppError, overloaded } from "../../../platform/errors/index.ts";
import { areStored, loadContents } from "../contents/queries.ts";
import { emailErrors } from "../errors.ts";
import type { EmailRow } from "./email-row.ts";

/** The contents from which a message is built. */
export type MessageContents = {
  html: Buffer | null;
  text: Buffer | null;
  raw: Buffer | null;
  /** In the order of the email's attachments. Empty if they were not loaded. */
  attachments: Buffer[];
};

/** Reserves memory for stored bytes that a request loads. Returns false if the process has no room. */
export type Hold = (bytes: number) => boolean;

/** Fewer bytes are never refused, like those of small bodies: one load on every connection still fits. */
const SMALL_BYTES = 64 * 1024;

/** Throws `overloaded` if the process has no room for these bytes. */
export function holdContents(hold: Hold | undefined, bytes: number): void {
  if (bytes >= SMALL_BYTES && hold?.(bytes) === false) throw overloaded();
}

/** Loads the contents of a message. Errors: `content_removed` when one of them has been removed, `overloaded`. */
export async function loadMessageContents(
  database: Database,
  accountId: string,
  { email, hold }: { email: EmailRow; hold?: Hold | undefined },
): Promise<MessageContents> {
  holdContents(hold, email.size_bytes);
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

/**
 * Loads only the bodies, for display. Returns null when a body or attachment has been removed, so that the message cannot be built.
 * Error: `overloaded`.
 */
export async function loadBodies(
  database: Database,
  accountId: string,
  { email, hold }: { email: EmailRow; hold: Hold },
): Promise<MessageContents | null> {
  holdContents(hold, bodyBytesOf(email));
  const hashes = bodyHashes(email);
  const [contents, hasAttachments] = await Promise.all([
    loadContents(database, accountId, hashes),
    areStored(database, accountId, attachmentHashes(email)),
  ]);
  if (!hasAttachments || hashes.some((hash) => !contents.has(hash))) return null;
  const bodyOf = (hash: string | null) => (hash === null ? null : (contents.get(hash) ?? null));
  return {
    html: bodyOf(email.html_hash),
    text: bodyOf(email.text_hash),
    raw: bodyOf(email.raw_hash),
    attachments: [],
  };
}

function bodyBytesOf({ size_bytes, attachments }: EmailRow): number {
  return (attachments ?? []).reduce((bytes, { sizeBytes }) => bytes - sizeBytes, size_bytes);
}

function bodyHashes({ html_hash, text_hash, raw_hash }: EmailRow): string[] {
  return [html_hash, text_hash, raw_hash].filter((hash) => hash !== null);
}

function attachmentHashes({ attachments }: EmailRow): string[] {
  return (attachments ?? []).map(({ hash }) => hash);
}
