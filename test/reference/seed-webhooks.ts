import { openDatabase } from "../../src/platform/db/index.ts";
import { callApi } from "../harness/api-client.ts";

type World = { baseUrl: string; databaseUrl: string; key: string };

const WEBHOOKS = [
  { url: "https://northwind.example/hooks/mail", description: "Shop server" },
  { url: "https://warehouse.northwind.example/api/events", description: "Warehouse", format: "resend" },
  { url: "https://old.northwind.example/webhook", description: null },
];

/**
 * Adds webhooks as if they had got the events of the last day: one works, one fails now and then, one was disabled. They are added after
 * the events and want no others, so that nothing is sent. Returns the id of the first one, and of an email with a long timeline.
 */
export async function seedWebhooks({ baseUrl, databaseUrl, key }: World) {
  const ids: string[] = [];
  for (const webhook of WEBHOOKS) {
    const { body } = await callApi<{ id: string }>(baseUrl, "/api/v1/webhooks", {
      key,
      body: { ...webhook, types: ["email.delivered", "email.bounced", "email.opened", "email.clicked"] },
    });
    ids.push(body.id);
  }
  const database = openDatabase(databaseUrl, { max: 1 });
  try {
    const { rows } = await database.pool.query<{ email: string }>(CHOOSE, [ids[0]]);
    const email = rows[0]?.email ?? null;
    await database.pool.query(DELIVER, [ids[0], ids[1], email]);
    await database.pool.query(ATTEMPT);
    await database.pool.query(COUNT);
    await database.pool.query(DISABLE, [ids[2]]);
    return { webhook: ids[0] ?? "none", engaged: email ?? "none" };
  } finally {
    await database.close();
  }
}

/** The latest delivered email that was deferred first, and whose recipient opened it and clicked. A short history may have none. */
const CHOOSE = `SELECT g.email_id AS email FROM engagements g
  JOIN webhooks w ON w.account_id = g.account_id AND w.id = $1
  JOIN events v ON v.account_id = g.account_id AND v.email_id = g.email_id AND v.type = 'deferred'
  GROUP BY g.email_id HAVING bool_or(kind = 'click' AND actor = 'human')
  ORDER BY g.email_id DESC LIMIT 1`;

/** Events of the last day, and of one email. The second webhook gets every third email. */
const DELIVER = `WITH sent AS (
    SELECT account_id, id, email_id, 'email.' || type AS type, created_at FROM events WHERE type IN ('delivered', 'bounced')
    UNION ALL
    SELECT account_id, id, email_id, CASE kind WHEN 'open' THEN 'email.opened' ELSE 'email.clicked' END, created_at FROM engagements
    WHERE actor IN ('human', 'proxy') AND kind IN ('open', 'click')
  )
  INSERT INTO webhook_deliveries (account_id, webhook_id, event_id, subject, type, state, attempts, tries, due_at, updated_at)
  SELECT t.account_id, w.id, t.id, t.email_id, t.type,
    CASE WHEN r.lot < 97 OR w.id = $1 THEN 'succeeded' ELSE 'pending' END,
    CASE WHEN w.id = $1 AND r.lot < 95 THEN 1 ELSE 2 END, 0,
    CASE WHEN r.lot >= 97 AND w.id = $2 THEN now() + interval '20 days' END, t.created_at + interval '1 second'
  FROM sent t JOIN webhooks w ON w.account_id = t.account_id AND w.id IN ($1, $2)
  CROSS JOIN LATERAL (SELECT abs(hashtext(t.id::text)) % 100 AS lot) r
  WHERE (t.created_at > now() - interval '1 day' OR t.email_id = $3)
    AND (w.id = $1 OR t.email_id = $3 OR abs(hashtext(t.email_id::text)) % 3 = 0)`;

/** The last attempt has the state of the delivery; those before failed. */
const ATTEMPT = `INSERT INTO webhook_attempts (account_id, webhook_id, event_id, attempt, at, duration_ms, url, format, signature, status, response, error)
  SELECT d.account_id, d.webhook_id, d.event_id, n, e.at + interval '80 milliseconds' + (n - 1) * interval '5300 milliseconds',
    20 + abs(hashtext(d.event_id::text || n)) % 180, w.url, w.format, 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    CASE WHEN d.state = 'succeeded' AND n = d.attempts THEN 200 ELSE 503 END,
    CASE WHEN d.state = 'succeeded' AND n = d.attempts THEN 'ok' ELSE 'Service unavailable' END, NULL
  FROM webhook_deliveries d JOIN webhooks w ON w.account_id = d.account_id AND w.id = d.webhook_id
  CROSS JOIN LATERAL (
    SELECT created_at AS at FROM events WHERE account_id = d.account_id AND email_id = d.subject AND id = d.event_id
    UNION ALL SELECT created_at FROM engagements WHERE account_id = d.account_id AND email_id = d.subject AND id = d.event_id
  ) e
  CROSS JOIN LATERAL generate_series(1, d.attempts) n`;

const COUNT = `INSERT INTO webhook_attempt_counts (account_id, webhook_id, period, has_succeeded, within_ms, count)
  SELECT account_id, webhook_id, date_bin('15 minutes', at, '2000-01-01Z'), status = 200, CASE WHEN duration_ms <= 100 THEN 100 ELSE 250 END,
    count(*) FROM webhook_attempts GROUP BY 1, 2, 3, 4, 5 ON CONFLICT DO NOTHING`;

const DISABLE = `UPDATE webhooks SET disabled_reason = 'failing', failures = 41, failing_since = now() - interval '5 days' WHERE id = $1`;
