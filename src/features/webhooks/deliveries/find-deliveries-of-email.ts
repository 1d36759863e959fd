import { type Database, decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import { invalidCursor } from "../../../platform/http/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { findEmail } from "../../emails/index.ts";
import { loadEventIdsOfEmail } from "../../feed/index.ts";
import { presentDelivery } from "./find-deliveries.ts";
import { type EmailDeliveryRow, listDeliveriesOfEmail } from "./of-email-queries.ts";

type Query = { limit?: number | undefined; cursor?: string | undefined };

const DEFAULT_LIMIT = 50;

/** A page of the requests to webhooks about one email, oldest event first. Throws `email_not_found`. */
export async function findDeliveriesOfEmail(
  database: Database,
  { accountId, id }: { accountId: string; id: string },
  query: Query,
) {
  const email = await findEmail(database, accountId, id);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const list = `deliveries of email ${email.id}`;
  const after = readCursor(list, accountId, query.cursor);
  const rows = await listDeliveriesOfEmail(database.db, {
    accountId,
    emailId: email.id,
    eventIds: await loadEventIdsOfEmail(database, { accountId, emailId: email.id }),
    after,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    deliveries: page.map(present),
    pagination: {
      limit,
      has_more: last !== undefined,
      next_cursor:
        last === undefined ? null : encodeCursor([list, accountId, last.event_id, last.webhook_id]),
    },
  };
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
