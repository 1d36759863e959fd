import { queryOptions } from "@tanstack/react-query";
import type { ListEmailWebhookDeliveriesResponse } from "../../../api.gen.ts";
import { api, withQuery } from "../../../api.ts";
import type { EmailDetail, EmailWebhookDelivery } from "../../../api-types.ts";
import { pollEvery } from "../../../poll.ts";
import { detailPollMs } from "../emails.ts";

export type EmailDeliveries = { deliveries: EmailWebhookDelivery[]; isComplete: boolean };

const PAGE_SIZE = 100;
/** An email to many recipients has thousands. */
const MAX_PAGES = 5;
const POLL_MS = 2_000;
const RETRY_POLL_MS = 10_000;
/** The requests about an event that is older have begun. */
const RECENT_MS = 30_000;

/** The requests to webhooks about an email. They update live while more of them may follow. */
export function emailDeliveriesQuery(email: EmailDetail) {
  const path = `/api/emails/${encodeURIComponent(email.id)}/webhook-deliveries`;
  return queryOptions({
    queryKey: ["email", email.id, "webhook-deliveries"],
    queryFn: ({ signal }) => loadPages(path, signal),
    refetchInterval: pollEvery((loaded: EmailDeliveries) => deliveriesPollMs(email, loaded)),
  });
}

async function loadPages(path: string, signal: AbortSignal): Promise<EmailDeliveries> {
  const deliveries: EmailWebhookDelivery[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { limit: PAGE_SIZE, cursor };
    const loaded = await api.get<ListEmailWebhookDeliveriesResponse>(withQuery(path, query), signal);
    deliveries.push(...loaded.deliveries);
    if (loaded.pagination.next_cursor === null) return { deliveries, isComplete: true };
    cursor = loaded.pagination.next_cursor;
  }
  return { deliveries, isComplete: false };
}

/** A recent event causes a request within seconds. After that, only retries and the email's next event do. */
export function deliveriesPollMs(email: EmailDetail, { deliveries }: EmailDeliveries): number | false {
  const since = Date.now() - RECENT_MS;
  const isRecent = email.recipients.some(({ events, engagements }) =>
    [...events, ...engagements].some(({ created_at }) => Date.parse(created_at) > since),
  );
  if (isRecent) return POLL_MS;
  return detailPollMs(email) || (deliveries.some(({ state }) => state === "pending") && RETRY_POLL_MS);
}
