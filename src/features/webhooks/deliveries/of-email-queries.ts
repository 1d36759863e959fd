import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import type { AttemptRow, DeliveryRow } from "./queries.ts";

export type EmailDeliveryRow = DeliveryRow & {
  webhook_id: string;
  /** Null: the webhook was removed. */
  webhook_url: string | null;
  webhook_description: string | null;
  log: (Pick<AttemptRow, "attempt" | "duration_ms" | "status" | "error"> & { at: string })[];
};

/** Attempts per delivery. Ten tries are the most that count; outages and replays may add any number. */
const MAX_ATTEMPTS = 20;

type DeliveriesOfEmail = {
  accountId: string;
  emailId: string;
  /** The events of the email. */
  eventIds: readonly string[];
  /** The last delivery of the page before. */
  after: { eventId: string; webhookId: string } | null;
  limit: number;
};

/** The deliveries of an email's events to any webhook with their latest attempts, oldest event first. Samples are left out. */
export async function listDeliveriesOfEmail(
  db: Db,
  { accountId, emailId, eventIds, after, limit }: DeliveriesOfEmail,
): Promise<EmailDeliveryRow[]> {
  const { rows } = await sql<EmailDeliveryRow>`
    -- There is no index by email, because each success would pay for it. The primary key is (account_id, webhook_id, event_id), so the
    -- account's webhooks, also removed ones, are found by one index lookup each, and then the email's events.
    WITH RECURSIVE receiver (id) AS (
      (SELECT webhook_id FROM webhook_deliveries WHERE account_id = ${accountId} ORDER BY webhook_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.webhook_id FROM webhook_deliveries d WHERE d.account_id = ${accountId} AND d.webhook_id > receiver.id
        ORDER BY d.webhook_id LIMIT 1) FROM receiver WHERE receiver.id IS NOT NULL
    ), page AS (
      -- An email's deliveries are sorted, which are few unless it has many recipients.
      SELECT event_id, webhook_id, subject, type, state, attempts, is_test, due_at, updated_at, at, duration_ms, status
      FROM webhook_deliveries
      WHERE account_id = ${accountId} AND webhook_id = ANY (ARRAY(SELECT id FROM receiver WHERE id IS NOT NULL))
        AND event_id = ANY (${eventIds}::uuid[]) AND subject = ${emailId} AND NOT is_test
        AND (${after === null} OR (event_id, webhook_id) > (${after?.eventId ?? null}::uuid, ${after?.webhookId ?? null}::uuid))
      ORDER BY event_id, webhook_id LIMIT ${limit}
    )
    SELECT page.event_id, page.webhook_id, page.subject, page.type, page.state, page.attempts, page.is_test, page.due_at, page.updated_at,
      w.url AS webhook_url, w.description AS webhook_description, tried.log
    FROM page
    LEFT JOIN webhooks w ON w.account_id = ${accountId} AND w.id = page.webhook_id
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('attempt', a.attempt, 'at', a.at, 'duration_ms', a.duration_ms,
        'status', a.status, 'error', a.error) ORDER BY a.attempt), '[]') AS log
      FROM (
        -- A success at the first attempt is in its delivery.
        SELECT 1 AS attempt, page.at, page.duration_ms, page.status, NULL AS error WHERE page.at IS NOT NULL
        UNION ALL
        SELECT attempt, at, duration_ms, status, error FROM webhook_attempts
        WHERE account_id = ${accountId} AND webhook_id = page.webhook_id AND event_id = page.event_id
        ORDER BY attempt DESC LIMIT ${MAX_ATTEMPTS}
      ) a
    ) tried
    ORDER BY page.event_id, page.webhook_id`.execute(db);
  return rows;
}
