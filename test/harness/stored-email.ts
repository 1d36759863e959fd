import type { NewEmail } from "../../src/features/emails/accept/new-email.ts";
import { prepareEmail } from "../../src/features/emails/accept/prepare-email.ts";
import { insertAcceptances } from "../../src/features/emails/accept/queries.ts";
import type { SendRequest } from "../../src/features/emails/accept/send-schema.ts";
import { KnownContents } from "../../src/features/emails/contents/known-contents.ts";
import type { Database } from "../../src/platform/db/index.ts";

/** An email as a request without attachments and schedule makes it. */
export function draftEmail(accountId: string, request: SendRequest): NewEmail {
  const sender = { accountId, keyId: null, limits: null };
  return prepareEmail(request, sender, {
    defaultFrom: "sender@example.com",
    attachments: [],
    scheduledAt: null,
  });
}

/** Stores emails as accepting them does, each on its own. */
export async function storeEmails(database: Database, emails: NewEmail[]): Promise<void> {
  const acceptances = emails.map((email) => ({
    accountId: email.accountId,
    emails: [email],
    idempotency: null,
    quotas: [],
  }));
  await insertAcceptances(database, acceptances, () => new KnownContents());
}
