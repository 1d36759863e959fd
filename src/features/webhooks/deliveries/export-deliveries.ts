import { csvPages } from "../../../platform/csv/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { timeOfId } from "../../../platform/ids/index.ts";
import type { DeliveryFilterQuery } from "../http/delivery-schema.ts";
import { presentDelivery, requireWebhook } from "./find-deliveries.ts";
import {
  type DeliveryFilter,
  type DeliveryRow,
  type LastAttempt,
  listDeliveries,
  listLastAttempts,
} from "./queries.ts";
import { readFilter } from "./read-filter.ts";

/** Rows in memory at once. A response may have 1,024 bytes. */
const PAGE_ROWS = 1_000;

const COLUMNS = [
  "event_id",
  "created_at",
  "type",
  "state",
  "attempts",
  "last_attempt_at",
  "last_status",
  "last_error",
  "last_duration_ms",
  "last_response",
  "next_attempt_at",
  "email_id",
  "subject_id",
  "is_test",
] as const;

type ExportedRow = { delivery: DeliveryRow; last: LastAttempt | undefined };

/** Returns the matching events of a webhook's log as CSV, newest first. Errors: `webhook_not_found`, `validation_failed`. */
export async function exportDeliveries(
  database: Database,
  webhook: { accountId: string; id: string },
  query: DeliveryFilterQuery,
): Promise<AsyncGenerator<string>> {
  const { id } = await requireWebhook(database, webhook);
  const filter = await readFilter(database, { accountId: webhook.accountId, webhookId: id }, query);
  return csvPages({
    columns: COLUMNS,
    pageRows: PAGE_ROWS,
    load: (last) => loadPage(database, { ...filter, beforeId: last?.delivery.event_id ?? filter.beforeId }),
    valuesOf,
  });
}

async function loadPage({ db }: Database, filter: DeliveryFilter): Promise<ExportedRow[]> {
  const deliveries = await listDeliveries(db, filter, PAGE_ROWS);
  const eventIds = deliveries.map(({ event_id }) => event_id);
  const attempts = await listLastAttempts(db, { ...filter, eventIds });
  const byEvent = new Map(attempts.map((attempt) => [attempt.event_id, attempt]));
  return deliveries.map((delivery) => ({ delivery, last: byEvent.get(delivery.event_id) }));
}

function valuesOf({ delivery, last }: ExportedRow) {
  const { is_test, ...presented } = presentDelivery(delivery);
  return {
    ...presented,
    created_at: timeOfId(delivery.event_id).toISOString(),
    last_attempt_at: last?.at.toISOString(),
    last_status: last?.status,
    last_error: last?.error,
    last_duration_ms: last?.duration_ms,
    last_response: last?.response,
    is_test: is_test ? "yes" : "no",
  };
}
