import { SYSTEM } from "../src/features/audit/index.ts";
import { addWebhook } from "../src/features/webhooks/change-webhooks.ts";
import type { Database } from "../src/platform/db/index.ts";
import { GuardedPoster } from "../src/platform/fetch/index.ts";
import { newId } from "../src/platform/ids/index.ts";
import type { InstanceSecrets } from "../src/platform/secrets/index.ts";

/** An account with webhooks that do not want events yet. */
export async function addAccount(
  database: Database,
  { secrets, urls }: { secrets: InstanceSecrets; urls: readonly string[] },
): Promise<string> {
  const accountId = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'bench')", [accountId]);
  const poster = new GuardedPoster({ maxConnections: 1, timeoutMs: 1_000, allowsPrivate: true });
  const deps = { database, secrets, poster, allowsPrivate: true, baseUrl: "http://localhost:3000" };
  for (const url of urls) await addWebhook(deps, { accountId, by: SYSTEM }, { url });
  return accountId;
}

/** Adds delivered emails, each with one recipient and one event. */
export async function addDeliveredEmails(
  database: Database,
  accountId: string,
  count: number,
): Promise<void> {
  await database.pool.query(
    `WITH begun AS MATERIALIZED (SELECT begin_events() AS at), added AS (
       SELECT event_id(at, uuid_send(gen_random_uuid())) AS id, at, n FROM generate_series(1, $2) n, begun
     ), email AS (
       INSERT INTO emails (account_id, id, message_id, mail_from, mail_to, reply_to, subject, tags, created_at)
       SELECT $1, id, '<' || id || '@example.com>', '{"name": "Shop", "address": "shop@example.com"}',
         '[{"name": "", "address": "ada@example.org"}]', '[]', 'Your order ' || n || ' has left our warehouse',
         '[{"name": "kind", "value": "shipped"}]', at FROM added
     ), recipient AS (
       INSERT INTO recipients (account_id, email_id, position, address, address_key, state, attempt, due_at)
       SELECT $1, id, 0, 'ada' || n || '@example.org', 'ada' || n || '@example.org', 'delivered', 1, NULL FROM added
     )
     INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
     SELECT $1, id, event_id(at, uuid_send(gen_random_uuid())), 0, 1, 'delivered',
       '{"code": 250, "reply": "250 2.0.0 Ok: queued as 4Xk2vQ3Zz", "host": "mx.example.org", "route": "direct", "duration_ms": 212}', at
     FROM added`,
    [accountId, count],
  );
}
