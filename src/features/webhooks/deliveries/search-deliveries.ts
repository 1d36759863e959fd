import type { Database } from "../../../platform/db/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { subjectOf } from "../../account-events/index.ts";
import { readDomain } from "../../domains/index.ts";
import { loadEventIdsOfEmail, loadEventIdsOfSubject } from "../../feed/index.ts";
import type { DeliveryFilterQuery } from "../http/delivery-schema.ts";
import { findDelivery } from "./queries.ts";

/** The log of a webhook. */
type Log = { accountId: string; webhookId: string };

/**
 * Returns the ids of the events that a search of a webhook's log finds. Null: it does not limit the events. Deliveries have no index by
 * email or another subject, because each success would pay for it.
 */
export async function searchDeliveries(
  database: Database,
  log: Log,
  { email_id: emailId, search }: DeliveryFilterQuery,
): Promise<string[] | null> {
  if (emailId === undefined) return search === undefined ? null : await searchEvents(database, log, search);
  // No email has an id that is not a UUID.
  const { accountId } = log;
  const ofEmail = isId(emailId) ? await loadEventIdsOfEmail(database, { accountId, emailId }) : [];
  if (search === undefined) return ofEmail;
  const found = new Set(await searchEvents(database, log, search));
  return ofEmail.filter((id) => found.has(id));
}

/** The event with this `webhook-id`, or the events about the email, the contact or another subject with this id, or about this domain. */
async function searchEvents(
  database: Database,
  { accountId, webhookId }: Log,
  search: string,
): Promise<string[]> {
  const text = search.trim().toLowerCase();
  if (isId(text)) {
    const found = await findDelivery(database.db, { accountId, webhookId, eventId: text });
    return found ? [text] : await loadEventIdsOfSubject(database, { accountId, subjectId: text });
  }
  const domain = readDomain(text);
  if (domain === null) return [];
  return await loadEventIdsOfSubject(database, { accountId, subjectId: subjectOf("domain", domain) });
}
