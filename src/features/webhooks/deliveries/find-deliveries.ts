import type { Database } from "../../../platform/db/index.ts";
import { readPageCursor, writePageCursor } from "../../../platform/http/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { loadFeedEvents } from "../../feed/index.ts";
import { setFollower } from "../../followers/index.ts";
import { webhookNotFound } from "../change-webhooks.ts";
import { webhookErrors } from "../errors.ts";
import type { ListDeliveriesQuery } from "../http/schema.ts";
import { findWebhook } from "../queries.ts";
import { bodyOf } from "../send/attempt.ts";
import { WEBHOOK_FOLLOWER } from "../webhook.ts";
import {
  type DeliveryRow,
  findDelivery,
  listAttempts,
  listDeliveries,
  replayDelivery,
  replayFailed,
} from "./queries.ts";

type Webhook = { accountId: string; id: string };

export async function findDeliveries({ db }: Database, webhook: Webhook, query: ListDeliveriesQuery) {
  const { id } = await requireWebhook({ db }, webhook);
  const limit = query.limit ?? 50;
  const rows = await listDeliveries(db, {
    accountId: webhook.accountId,
    webhookId: id,
    state: query.state ?? null,
    beforeId: readPageCursor(`webhook ${id}`, webhook.accountId, query.cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)?.event_id : undefined;
  return {
    events: page.map(presentDelivery),
    pagination: {
      limit,
      has_more: last !== undefined,
      next_cursor: last === undefined ? null : writePageCursor(`webhook ${id}`, webhook.accountId, last),
    },
  };
}

/** A delivery with its attempts, and the body that they sent. */
export async function loadDelivery(database: Database, webhook: Webhook, eventId: string) {
  const { id } = await requireWebhook(database, webhook);
  const key = { accountId: webhook.accountId, webhookId: id, eventId };
  const row = isId(eventId) ? await findDelivery(database.db, key) : null;
  if (!row) throw eventNotFound();
  const { accountId } = webhook;
  const [event] = await loadFeedEvents(database, {
    accountId,
    events: [{ id: row.event_id, subjectId: row.subject }],
  });
  const attempts = await listAttempts(database.db, key);
  return {
    ...presentDelivery(row),
    payload: event ? bodyOf(event) : null,
    log: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
  };
}

/** Sends one event again, or all that failed. Returns their number. */
export async function replay({ db }: Database, webhook: Webhook, eventId: string | null): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const { id } = await requireWebhook({ db: transaction }, webhook);
    await setFollower(transaction, { name: WEBHOOK_FOLLOWER, shard: id }, { wakeAt: new Date() });
    if (eventId === null)
      return await replayFailed(transaction, { accountId: webhook.accountId, webhookId: id });
    if (
      isId(eventId) &&
      (await replayDelivery(transaction, { accountId: webhook.accountId, webhookId: id, eventId }))
    )
      return 1;
    throw eventNotFound();
  });
}

async function requireWebhook({ db }: Pick<Database, "db">, { accountId, id }: Webhook) {
  const webhook = isId(id) ? await findWebhook(db, { accountId, id }) : null;
  if (!webhook) throw webhookNotFound();
  return webhook;
}

function eventNotFound() {
  return webhookErrors.webhook_event_not_found(
    "This event was not sent to this webhook in the last 30 days.",
  );
}

function presentDelivery({ event_id, subject, type, state, attempts, due_at, updated_at }: DeliveryRow) {
  return {
    event_id,
    email_id: subject,
    type,
    state,
    attempts,
    next_attempt_at: due_at?.toISOString() ?? null,
    updated_at: updated_at.toISOString(),
  };
}
