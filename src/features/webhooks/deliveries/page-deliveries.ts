import type { Database } from "../../../platform/db/index.ts";
import { FIRST_ID, LAST_ID, timeOfId } from "../../../platform/ids/index.ts";
import { requireWebhook } from "./find-deliveries.ts";
import { type DeliveryState, listDeliveries } from "./queries.ts";

type Page = { accountId: string; id: string; limit: number; afterId: string | null };

type PagedDelivery = {
  eventId: string;
  type: string;
  createdAt: Date;
  state: DeliveryState;
  attempts: number;
};

/** A page of a webhook's deliveries, newest first, and whether there are more. `afterId`: the last one of the page before. */
export async function pageDeliveries(
  database: Database,
  { accountId, id, limit, afterId }: Page,
): Promise<{ deliveries: PagedDelivery[]; hasMore: boolean }> {
  const webhook = await requireWebhook(database, { accountId, id });
  const filter = {
    ...{ accountId, webhookId: webhook.id, state: null, type: null, eventIds: null },
    ...{ fromId: FIRST_ID, beforeId: afterId ?? LAST_ID },
  };
  const rows = await listDeliveries(database.db, filter, limit + 1);
  const deliveries = rows.slice(0, limit).map(({ event_id, type, state, attempts }) => ({
    eventId: event_id,
    type,
    createdAt: timeOfId(event_id),
    state,
    attempts,
  }));
  return { deliveries, hasMore: rows.length > limit };
}
