import type { Database } from "../../platform/db/index.ts";
import { loadFeedEvents } from "../feed/index.ts";
import { erasedEvent, type WebhookEvent, webhookEventOf } from "./webhook-event.ts";

type Wanted = Pick<WebhookEvent, "id" | "subject" | "type">;

/** Returns the wanted events, in the same order. An event whose email was deleted has no data. */
export async function loadWebhookEvents(
  database: Database,
  accountId: string,
  wanted: readonly Wanted[],
): Promise<WebhookEvent[]> {
  if (wanted.length === 0) return [];
  const events = await loadFeedEvents(database, {
    accountId,
    events: wanted.map(({ id, subject: subjectId }) => ({ id, subjectId })),
  });
  const byId = new Map(events.map((event) => [event.id, event]));
  return wanted.map((each) => {
    const event = byId.get(each.id);
    return event ? webhookEventOf(event) : erasedEvent(each);
  });
}
