import type { Database } from "../../../platform/db/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { loadEngagements } from "../../tracking/index.ts";
import { emailErrors } from "../errors.ts";
import type { StoredEmail } from "../messages/email-row.ts";
import { type Hold, loadBodies } from "../messages/message-contents.ts";
import { presentDetail } from "./present-email.ts";
import { loadEmail, loadRecipients } from "./queries.ts";

/** Returns an email of this account. Throws `email_not_found`. */
export async function findEmail(database: Database, accountId: string, id: string): Promise<StoredEmail> {
  const email = isId(id) ? await loadEmail(database, accountId, id) : null;
  if (!email) throw emailErrors.email_not_found("This account has no email with this id.");
  return email;
}

/** Returns an email with its content, recipients and events. `signal` aborts when the client disconnects. Errors: `email_not_found`, `overloaded`. */
export async function loadDetail(
  database: Database,
  accountId: string,
  { id, signal, hold }: { id: string; signal?: AbortSignal; hold: Hold },
) {
  const email = await findEmail(database, accountId, id);
  const [bodies, { recipients, status }, engagements] = await Promise.all([
    loadBodies(database, accountId, { email, hold }),
    loadRecipients(database, accountId, email.id),
    loadEngagements(database, accountId, email.id),
  ]);
  return await presentDetail({ accountId, signal, email, bodies, status, recipients, engagements });
}
