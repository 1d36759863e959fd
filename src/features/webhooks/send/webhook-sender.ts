import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isUnavailable, MicroBatch } from "../../../platform/db/index.ts";
import type { GuardedPoster } from "../../../platform/fetch/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import type { NotifyUsers } from "../../accounts/index.ts";
import { readFeed } from "../../feed/index.ts";
import { type Follower, releaseFollower, renewFollowers, takeFollowers } from "../../followers/index.ts";
import { disableWebhook } from "../disable-webhook.ts";
import { mailLosses } from "../health/losses.ts";
import { findWebhookById } from "../queries.ts";
import { type DisabledReason, WEBHOOK_FOLLOWER, type WebhookRow, wants } from "../webhook.ts";
import { type WebhookEvent, webhookEventOf } from "../webhook-event.ts";
import { attemptWebhook } from "./attempt.ts";
import { destinationOf } from "./destination-of.ts";
import { disabledMail } from "./disabled-mail.ts";
import { loadDueDeliveries, loadHeldSubjects, loadKnownEvents, nextRetryAt } from "./due-deliveries.ts";
import { EndpointPump } from "./endpoint-pump.ts";
import { FeedPages } from "./feed-pages.ts";
import { type AttemptRecord, recordAttempts } from "./record-attempts.ts";

/** Interval between queries for webhooks with something to do. */
const TAKE_EVERY_MS = 250;
/** Webhooks that one process works for at once. */
const MAX_PUMPS = 256;
/** When there are more webhooks with something to do than places, one gives up its place after this time. */
const TURN_MS = 5_000;
/** Interval at which leases are renewed; a lease lasts 20 s. */
const RENEW_EVERY_MS = 5_000;
/** Interval between queries for events that retention removed. */
const LOSSES_EVERY_MS = 60_000;
/** A webhook that fails for this long is disabled. */
const MAX_FAILING_MS = 5 * 86_400_000;
/** The supervisor gives a role 14 s to stop. */
const STOP_WITHIN_MS = 5_000;
/**
 * Attempts wait this long for others, so that a commit stores many: 30 in a commit cost PostgreSQL twice as much each as 128. A process that
 * is killed sends those that were not recorded again.
 */
const LINGER_MS = 40;
const LINGER_ITEMS = 256;
/** Events in memory that were read and are not done: of all webhooks, and the limits for one. A request, its record and its commit take 0.1 s. */
const MAX_EVENTS = 40_000;
const MAX_OUTSTANDING = 1_000;
const MIN_OUTSTANDING = 200;

export type WebhookSenderOptions = {
  database: Database;
  log: Logger;
  secrets: InstanceSecrets;
  poster: Pick<GuardedPoster, "post" | "release" | "close">;
  /** Default: 256. */
  maxPumps?: number;
  notifyUsers: NotifyUsers;
  baseUrl: string;
};

type Running = { follower: Follower; pump: EndpointPump; since: number; ended: Promise<void> };

/** Sends events to webhooks. Any number of processes may do so: each webhook belongs to one of them at a time. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #running = new Map<string, Running>();
  readonly #records: MicroBatch<AttemptRecord, boolean>;
  readonly #pages = new FeedPages((accountId, afterId, limit) => this.#read(accountId, afterId, limit));
  readonly #stopping = new AbortController();
  #loops: Promise<unknown> = Promise.resolve();

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#records = new MicroBatch({
      write: (records) => recordAttempts(options.database, records),
      maxItems: 2 * LINGER_ITEMS,
      concurrency: 2,
      linger: { ms: LINGER_MS, items: LINGER_ITEMS },
      mayRetryAlone: (error) => !isUnavailable(error),
    });
  }

  start(): void {
    this.#loops = Promise.all([
      this.#repeat(TAKE_EVERY_MS, () => this.#take()),
      this.#repeat(RENEW_EVERY_MS, () => this.#renew()),
      this.#repeat(LOSSES_EVERY_MS, () => mailLosses(this.#options)),
    ]);
  }

  /** Waits for requests in progress, but not for a server that does not respond. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loops;
    const running = [...this.#running.values()];
    for (const { pump } of running) pump.stop();
    const ended = Promise.all(running.map((each) => each.ended));
    await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    for (const { pump } of running) pump.abandon();
    await ended;
    this.#options.poster.close();
  }

  async #repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await work().catch((error: unknown) => this.#logFailure(error));
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #take(): Promise<void> {
    const limit = (this.#options.maxPumps ?? MAX_PUMPS) - this.#running.size;
    if (limit <= 0) return this.#endTurns();
    const { database } = this.#options;
    const { followers } = await takeFollowers(database, { name: WEBHOOK_FOLLOWER, limit });
    // A webhook that cannot be started keeps its lease until it ends, and delays no other one.
    for (const follower of followers)
      await this.#startPump(follower).catch((error: unknown) => this.#logFailure(error));
  }

  async #startPump(follower: Follower): Promise<void> {
    const { database, secrets, poster } = this.#options;
    const { shard: webhookId, accountId, cursor } = follower;
    const webhook = await findWebhookById(database.db, webhookId);
    if (!webhook || this.#stopping.signal.aborted) return;
    const { ordering } = webhook;
    const destination = destinationOf(secrets, webhook);
    const pump = new EndpointPump({
      cursor,
      failures: webhook.failures,
      wants: (event) => wants(webhook, event),
      read: (afterId) => this.#pages.after(accountId, afterId),
      maxOutstanding: () => this.#maxOutstanding,
      ordering,
      known: await loadKnownEvents(database, { accountId, webhookId, cursor }),
      held: await loadHeldSubjects(database, { webhookId, ordering }),
      loadDue: (limit) => loadDueDeliveries(database, { accountId, webhookId, ordering, limit }),
      attempt: (event) => attemptWebhook(poster, destination, event),
      record: ({ event: { id, subject, type }, ...attempted }, at) =>
        this.#records.add({
          ...attempted,
          event: { id, subject, type },
          webhookId,
          accountId,
          lease: follower.lease,
          cursor: at,
        }),
    });
    const ended = this.#run(follower, { webhook, pump }).finally(() => this.#end(webhookId));
    this.#running.set(webhookId, { follower, pump, since: performance.now(), ended });
  }

  get #maxOutstanding(): number {
    return Math.min(MAX_OUTSTANDING, Math.max(MIN_OUTSTANDING, Math.floor(MAX_EVENTS / this.#running.size)));
  }

  #end(webhookId: string): void {
    this.#running.delete(webhookId);
    this.#options.poster.release(webhookId);
  }

  /** Webhooks that have had their turn go on later, so that a place becomes free for others. */
  #endTurns(): void {
    for (const { pump, since } of this.#running.values())
      if (performance.now() - since > TURN_MS) pump.stop();
  }

  /** Never rejects. */
  async #run(
    follower: Follower,
    { webhook, pump }: { webhook: WebhookRow; pump: EndpointPump },
  ): Promise<void> {
    const { database, notifyUsers, baseUrl } = this.#options;
    try {
      const { cursor, restMs, isGone } = await pump.run();
      await releaseFollower(database, WEBHOOK_FOLLOWER, follower, {
        cursor,
        notBefore: restMs > 0 ? new Date(Date.now() + restMs) : null,
        loadWakeAt: (db) => nextRetryAt(db, webhook.id, webhook.ordering),
      });
      const reason = isGone ? "gone" : restMs > 0 ? await this.#reasonToDisable(webhook) : null;
      if (reason && (await disableWebhook(database, { webhook, reason })))
        await notifyUsers(
          webhook.account_id,
          disabledMail({ webhook, reason, baseUrl }),
          `webhook-disabled-${webhook.id}-${follower.lease}`,
        );
    } catch (error) {
      // The lease ends by itself, and then another process goes on from the last cursor.
      this.#logFailure(error);
    }
  }

  async #reasonToDisable({ id }: WebhookRow): Promise<DisabledReason | null> {
    const webhook = await findWebhookById(this.#options.database.db, id);
    const since = webhook?.failing_since?.getTime() ?? Number.POSITIVE_INFINITY;
    return Date.now() - since > MAX_FAILING_MS ? "failing" : null;
  }

  async #read(accountId: string, afterId: string, limit: number): Promise<WebhookEvent[]> {
    const { database } = this.#options;
    const { rows } = await database.pool.query<{ end: string }>("SELECT end_of_settled_events() AS end");
    const beforeId = rows[0]?.end ?? afterId;
    return (await readFeed(database, { accountId, afterId, beforeId, limit })).map(webhookEventOf);
  }

  async #renew(): Promise<void> {
    const held = [...this.#running.values()].map(({ follower }) => follower);
    if (held.length === 0) return;
    const left = await renewFollowers(this.#options.database, WEBHOOK_FOLLOWER, held);
    for (const { shard } of held) if (!left.has(shard)) this.#running.get(shard)?.pump.stop();
  }

  #logFailure(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#options.log.warn(
      { event: "webhooks.interrupted", err: error },
      "sending to webhooks is interrupted; no event is lost",
    );
  }
}
