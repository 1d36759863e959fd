import { KnownContents } from "../../src/features/emails/contents/known-contents.ts";
import type { NewEmail } from "../../src/features/emails/new-email.ts";
import type { SendRequest } from "../../src/features/emails/schema/send-schema.ts";
import { prepareEmail } from "../../src/features/emails/send/prepare-email.ts";
import { insertAcceptances } from "../../src/features/emails/store/insert-acceptances.ts";
import type { Database } from "../../src/platform/db/index.ts";
import { AppError } from "../../src/platform/errors/index.ts";

/** An email without attachments and schedule, as acceptance creates it. `keyId`: the API key that sends it. */
export function draftEmail(accountId: string, request: SendRequest, keyId: number | null = null): NewEmail {
  const sender = { accountId, keyId, limits: null };
  const resolved = { defaultFrom: "sender@example.com", attachments: [], scheduledAt: null };
  const email = prepareEmail(request, sender, resolved);
  if (email instanceof AppError) throw email;
  return email;
}

/** Stores emails like acceptance, all at once. `isAnnounced`: with the events of acceptance. */
export async function storeEmails(
  database: Database,
  emails: NewEmail[],
  { isAnnounced = false } = {},
): Promise<void> {
  const acceptances = emails.map((email) => ({
    accountId: email.accountId,
    emails: [email],
    idempotency: null,
    quotas: [],
    isAnnounced,
  }));
  await insertAcceptances(database, acceptances, () => new KnownContents());
}
