import type { Database } from "../../../platform/db/index.ts";
import { loadContents } from "../contents/queries.ts";
import { emailErrors } from "../errors.ts";
import { type Hold, holdContents, loadBodies } from "../messages/message-contents.ts";
import { attachmentOfRaw } from "../messages/raw-messages.ts";
import { findEmail } from "./load-detail.ts";

/**
 * Loads one attachment by its index. Errors: `email_not_found`, `attachment_not_found`, `content_removed`, `content_unreadable`,
 * `overloaded`.
 */
export async function loadAttachment(
  database: Database,
  accountId: string,
  { id, index, signal, hold }: { id: string; index: number; signal?: AbortSignal; hold: Hold },
): Promise<{ filename: string; bytes: Buffer }> {
  const email = await findEmail(database, accountId, id);
  if (email.raw_hash !== null) {
    const bodies = await loadBodies(database, accountId, { email, hold });
    if (!bodies?.raw) throw removed();
    const message = { accountId, hash: email.raw_hash, raw: bodies.raw, signal };
    const attachment = (await attachmentOfRaw(message, index)) ?? attachmentNotFound();
    if ("unreadable" in attachment)
      throw emailErrors.content_unreadable(`The message cannot be shown. ${attachment.unreadable}`);
    return attachment;
  }
  const attachment = email.attachments?.[index] ?? attachmentNotFound();
  holdContents(hold, attachment.sizeBytes);
  const bytes = (await loadContents(database, accountId, [attachment.hash])).get(attachment.hash);
  if (!bytes) throw removed();
  return { filename: attachment.filename, bytes };
}

function attachmentNotFound(): never {
  throw emailErrors.attachment_not_found(
    "The email has no attachment with this index. Indexes start at 0; the email's `attachments` lists them.",
  );
}

function removed() {
  return emailErrors.content_removed("The attachment was removed after the account's retention time.");
}
