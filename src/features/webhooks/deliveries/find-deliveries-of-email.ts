import { type Database, decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import { cutPage, DEFAULT_PAGE_SIZE, invalidCursor } from "../../../platform/http/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { findEmail } from "../../emails/index.ts";
import { loadEventIdsOfEmail } from "../../feed/index.ts";
import { presentDelivery } from "./find-deliveries.ts";
import { type EmailDeliveryRow, listDeliveriesOfEmail } from "./of-email-queries.ts";

type Query = { limit?: number | undefined; cursor?: string | undefined };

/** A page of the webhook deliveries of one email, oldest event first. Throws `email_not_found`. */
export async function findDeliveriesOfEmail(
  database: Database,
  { accountId, id }: { accountId: string; id: string },
  query: Query,
) {
  const email = await findEmail(database, accountId, id);
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = `deliveries of email ${email.id}`;
  const after = readCursor(list, accountId, query.cursor);
  const rows = await listDeliveriesOfEmail(database.db, {
    accountId,
    emailId: email.id,
    eventIds: await loadEventIdsOfEmail(database, { accountId, emailId: email.id }),
    after,
    limit: limit + 1,
  });
  const page = cutPage(rows, limit, ({ event_id, webhook_id }) =>
    encodeCursor([list, accountId, event_id, webhook_id]),
  );
  return { deliveries: page.rows.map(present), pagination: page.pagination };
}

function readCursor(list: string, accountId: string, cursor: string | undefined) {
  if (cursor === undefined) return null;
  const [name, owner, eventId = "", webhookId = ""] = decodeCursor(cursor, 4) ?? [];
  if (name !== list || owner !== accountId || !isId(eventId) || !isId(webhookId)) throw invalidCursor();
  return { eventId, webhookId };
}

function present({ webhook_id, webhook_url, webhook_description, log, ...row }: EmailDeliveryRow) {
  const { subject_id: _, email_id: __, is_test: ___, ...delivery } = presentDelivery(row);
  return {
    webhook: { id: webhook_id, url: webhook_url, description: webhook_description },
    ...delivery,
    log: log.map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at).toISOString() })),
  };
}
