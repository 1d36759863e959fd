import { onTestFinished } from "vitest";
import { claimOf, claimReady } from "../../../../test/harness/claims.ts";
import { openTestDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { until } from "../../../../test/harness/until.ts";
import { startWebhookReceiver } from "../../../../test/harness/webhook-receiver.ts";
import { DatabaseClock } from "../../../platform/db/index.ts";
import { GuardedPoster } from "../../../platform/fetch/index.ts";
import { FIRST_ID, LAST_ID, newId } from "../../../platform/ids/index.ts";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { SYSTEM } from "../../audit/index.ts";
import type { AttemptResult } from "../../delivery/outcome.ts";
import { settlementOf } from "../../delivery/settle/settlement-of.ts";
import type { SendRequest } from "../../emails/schema/send-schema.ts";
import { FollowerRunner } from "../../followers/index.ts";
import { settleAttempts } from "../../recipients/index.ts";
import { addWebhook } from "../change-webhooks.ts";
import { listDeliveries } from "../deliveries/queries.ts";
import { findWebhookById } from "../queries.ts";
import type { WebhookInput } from "../read-webhook-input.ts";
import { disabledMailFollower } from "./disabled-mail.ts";
import { WebhookSender, type WebhookSenderOptions } from "./webhook-sender.ts";

/** Each logger listens to errors of the standard output. */
const log = createLogger("silent", "test");
const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });

type World = {
  reply?: Parameters<typeof startWebhookReceiver>[0];
  input?: WebhookInput;
  allowsPrivate?: boolean;
  timeoutMs?: number;
};

/** The properties of mail that filters of webhooks select. `keyId`: null by SMTP. */
type StoredMail = Pick<SendRequest, "tags" | "stream" | "from" | "metadata"> & { keyId?: number | null };

/** An account with a webhook to a server that replies as the test wants. Senders must be started. */
export async function openWorld({
  reply = () => ({}),
  input = {},
  allowsPrivate = true,
  timeoutMs = 2_000,
}: World = {}) {
  const database = await openTestDatabase({ max: 4 });
  const receiver = await startWebhookReceiver(reply);
  onTestFinished(receiver.close);
  const accountId = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Ada')", [accountId]);
  const poster = new GuardedPoster({ maxConnections: 8, timeoutMs, allowsPrivate });
  onTestFinished(() => poster.close());
  const deps = { database, secrets, poster, allowsPrivate: true, baseUrl: "http://localhost:3000" };
  const added = await addWebhook(deps, { accountId, by: SYSTEM }, { url: receiver.url, ...input });
  const { id } = added.webhook;
  const mails: string[] = [];
  const keepMail: WebhookSenderOptions["notifyUsers"] = async (_account, { subject }) =>
    void mails.push(subject);
  const startSender = ({ notifyUsers = keepMail, ...change }: Partial<WebhookSenderOptions> = {}) => {
    const runner = new FollowerRunner({
      database,
      log,
      followers: [disabledMailFollower({ notifyUsers, baseUrl: deps.baseUrl })],
      takeEveryMs: 100,
    });
    runner.start();
    const sender = new WebhookSender({
      database,
      clock: new DatabaseClock(database),
      log,
      secrets,
      poster: new GuardedPoster({ maxConnections: 32, timeoutMs, allowsPrivate }),
      notifyUsers,
      baseUrl: deps.baseUrl,
      ...change,
    });
    sender.start();
    let stopped: Promise<void> | null = null;
    const stop = () => (stopped ??= Promise.all([sender.stop(), runner.stop()]).then(() => undefined));
    onTestFinished(stop);
    return { stop };
  };
  const store = async (count: number, { keyId = null, ...request }: StoredMail = {}) => {
    const emails = Array.from({ length: count }, (_, n) =>
      draftEmail(
        accountId,
        { to: `ada${n}@example.com`, subject: `mail ${n}`, text: "x", ...request },
        keyId,
      ),
    );
    await storeEmails(database, emails);
    const { rows } = await claimReady(database, { limit: count });
    const result: AttemptResult = { kind: "delivered", reason: "accepted", line: "250 2.0.0 queued" };
    const decision = { state: "delivered", retrySeconds: null, result } as const;
    await settleAttempts(
      database,
      rows.map((row) => settlementOf({ claim: claimOf(row), decision })),
    );
    return emails.map((email) => email.id);
  };
  const target = { accountId, id, by: SYSTEM };
  return { database, receiver, accountId, deps, target, secret: added.secret, mails, startSender, store };
}

export type Opened = Awaited<ReturnType<typeof openWorld>>;

export const arrived = ({ receiver }: Opened, count: number) =>
  until(async () => new Set(receiver.received.map(({ id }) => id)).size >= count, {
    what: `${count} events`,
    within: 20_000,
  });
export const deliveriesOf = ({ database, target }: Opened) =>
  listDeliveries(
    database.db,
    {
      ...{ accountId: target.accountId, webhookId: target.id },
      ...{ state: null, type: null, eventIds: null, fromId: FIRST_ID, beforeId: LAST_ID },
    },
    1_000,
  );
export const loadWebhook = async ({ database, target }: Opened) =>
  await findWebhookById(database.db, target.id);

/** As if every request had failed on each of the last days. */
export async function failFor({ database, target }: Opened, days: number): Promise<void> {
  await database.pool.query(
    "UPDATE webhooks SET failing_since = now() - make_interval(days => $1, mins => 1)",
    [days],
  );
  await database.pool.query(
    `INSERT INTO webhook_attempt_counts (account_id, webhook_id, period, has_succeeded, within_ms, count)
     SELECT $1, $2, date_bin('15 minutes', now() - make_interval(hours => 24 * day + 12), 'epoch'), false, 5, 1
     FROM generate_series(0, $3 - 1) AS day`,
    [target.accountId, target.id, days],
  );
}

/** Ends rests, and makes retries due. */
export async function retryNow({ database }: Opened): Promise<void> {
  await database.pool.query(
    "UPDATE followers SET not_before = NULL; UPDATE webhook_deliveries SET due_at = now() WHERE due_at IS NOT NULL",
  );
}

/** As if hours had passed since everything that was stored about the webhook. */
export async function passTime({ database }: Opened, hours: number): Promise<void> {
  await database.pool.query(
    `UPDATE followers SET not_before = not_before - make_interval(hours => ${hours}), wake_at = wake_at - make_interval(hours => ${hours});
     UPDATE webhooks SET failing_since = failing_since - make_interval(hours => ${hours});
     UPDATE webhook_deliveries SET due_at = due_at - make_interval(hours => ${hours}), updated_at = updated_at - make_interval(hours => ${hours});
     -- By way of a time without rows, because the period is part of the key.
     UPDATE webhook_attempt_counts SET period = period - interval '100 years';
     UPDATE webhook_attempt_counts SET period = period + interval '100 years' - make_interval(hours => ${hours})`,
  );
}

/** Adds events about emails that already have one: a complaint follows each delivery. */
export async function complain({ database, accountId }: Opened, emailIds: string[]): Promise<void> {
  await database.pool.query(
    `WITH begun AS MATERIALIZED (SELECT begin_events() AS at)
     INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
     SELECT $1, email, event_id(at, uuid_send(gen_random_uuid())), 0, 1, 'complained', '{}', at
     FROM unnest($2::uuid[]) AS email, begun`,
    [accountId, emailIds],
  );
}
