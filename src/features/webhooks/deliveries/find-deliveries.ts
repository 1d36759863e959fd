import type { Database } from "../../../platform/db/index.ts";
import { cutPage, DEFAULT_PAGE_SIZE, readPageCursor, writePageCursor } from "../../../platform/http/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { webhookNotFound } from "../change-webhooks.ts";
import { webhookErrors } from "../errors.ts";
import type { ListDeliveriesQuery } from "../http/delivery-schema.ts";
import { loadWebhookEvents } from "../load-webhook-events.ts";
import { bodyOf } from "../payloads/body-of.ts";
import { sampleEvent } from "../payloads/sample-event.ts";
import { findWebhook } from "../queries.ts";
import { requestHeaders } from "../send/attempt.ts";
import { openHeaders } from "../signatures/secrets.ts";
import type { WebhookRow } from "../webhook.ts";
import type { WebhookEvent } from "../webhook-event.ts";
import {
  type AttemptRow,
  countDeliveries,
  type DeliveryRow,
  findDelivery,
  listAttempts,
  listDeliveries,
} from "./queries.ts";
import { readFilter } from "./read-filter.ts";

type Webhook = { accountId: string; id: string };

export async function findDeliveries(database: Database, webhook: Webhook, query: ListDeliveriesQuery) {
  const { id } = await requireWebhook(database, webhook);
  const { accountId } = webhook;
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = `webhook ${id}`;
  const all = await readFilter(database, { accountId, webhookId: id }, query);
  const filter = { ...all, beforeId: readPageCursor(list, accountId, { ...all, cursor: query.cursor }) };
  const [rows, count] = await Promise.all([
    listDeliveries(database.db, filter, limit + 1),
    query.include === "total" ? countDeliveries(database.db, all) : null,
  ]);
  const page = cutPage(rows, limit, ({ event_id }) => writePageCursor(list, accountId, event_id));
  return {
    events: page.rows.map(presentDelivery),
    pagination: {
      ...page.pagination,
      ...(count ? { total: count.total, total_is_exact: count.isExact } : {}),
    },
  };
}

/** Returns a delivery with its attempts, and their body, as far as its data is still stored. Errors: `webhook_not_found`, `webhook_event_not_found`. */
export async function loadDelivery(
  { database, secrets }: { database: Database; secrets: InstanceSecrets },
  webhook: Webhook,
  eventId: string,
) {
  const found = await requireWebhook(database, webhook);
  const key = { accountId: webhook.accountId, webhookId: found.id, eventId };
  const row = isId(eventId) ? await findDelivery(database.db, key) : null;
  if (!row) throw eventNotFound();
  const event = await loadEvent(database, webhook.accountId, row);
  const attempts = await listAttempts(database.db, key);
  const customNames = Object.keys(openHeaders(secrets, found.headers_sealed));
  return {
    ...presentDelivery(row),
    payload: bodyOf(event, attempts.at(-1)?.format ?? found.format),
    payload_erased: event.data === null,
    payload_redacted: isWithoutEvidence(event),
    log: attempts.map((attempt) => presentAttempt(attempt, { event, customNames })),
  };
}

/** Whether an open or click has neither network nor agent. Both were removed, or never stored: the row does not say which. */
function isWithoutEvidence({ type, mail }: WebhookEvent): boolean {
  if (type !== "email.opened" && type !== "email.clicked") return false;
  const detail = mail?.data?.detail;
  return detail !== undefined && !("network" in detail) && !("agent" in detail);
}

async function loadEvent(
  database: Database,
  accountId: string,
  { event_id: id, subject, type, is_test }: DeliveryRow,
): Promise<WebhookEvent> {
  if (is_test) return sampleEvent(type, id);
  const [event] = await loadWebhookEvents(database, accountId, [{ id, subject, type }]);
  return event as WebhookEvent;
}

export async function requireWebhook(
  { db }: Pick<Database, "db">,
  { accountId, id }: Webhook,
): Promise<WebhookRow> {
  const webhook = isId(id) ? await findWebhook(db, { accountId, id }) : null;
  if (!webhook) throw webhookNotFound();
  return webhook;
}

export function eventNotFound() {
  return webhookErrors.webhook_event_not_found(
    "This event was not sent to this webhook in the last 30 days. List its events with GET /api/v1/webhooks/{id}/events.",
  );
}

export function presentDelivery({ event_id, subject, ...row }: DeliveryRow) {
  const { type, state, attempts, is_test, due_at, updated_at } = row;
  return {
    event_id,
    subject_id: subject,
    email_id: type.startsWith("email.") ? subject : null,
    type,
    state,
    attempts,
    is_test,
    next_attempt_at: due_at?.toISOString() ?? null,
    updated_at: updated_at.toISOString(),
  };
}

/**
 * The request as it was sent: the body is built again from the event, and the signature is stored. If data was removed from the event since
 * then, the body lacks it.
 */
function presentAttempt(
  { at, url, format, signature, ...attempt }: AttemptRow,
  { event, customNames }: { event: WebhookEvent; customNames: string[] },
) {
  const own = requestHeaders({ id: event.id, at, signature });
  // The user's headers may contain passwords.
  const custom = Object.fromEntries(customNames.map((name) => [name, "•••"]));
  return {
    ...attempt,
    at: at.toISOString(),
    request: { url, headers: { ...custom, ...own }, body: bodyOf(event, format) },
  };
}
