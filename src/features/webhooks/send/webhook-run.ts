import type { Database, DatabaseClock, MicroBatch } from "../../../platform/db/index.ts";
import type { GuardedPoster } from "../../../platform/fetch/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import type { Follower } from "../../followers/index.ts";
import { bodyOf } from "../payloads/body-of.ts";
import { findWebhookById } from "../queries.ts";
import { isSecretLost } from "../signatures/secrets.ts";
import { type WebhookRow, wants } from "../webhook.ts";
import { attemptWebhook } from "./attempt.ts";
import { destinationOf } from "./destination-of.ts";
import { loadDueDeliveries, loadHeldSubjects, loadKnownEvents } from "./due-deliveries.ts";
import type { FeedPages } from "./feed-pages.ts";
import type { AttemptRecord } from "./record-attempts.ts";
import { releaseWebhook } from "./release-webhook.ts";
import { WebhookPump } from "./webhook-pump.ts";

export type RunDeps = {
  database: Database;
  clock: Pick<DatabaseClock, "now">;
  secrets: InstanceSecrets;
  poster: Pick<GuardedPoster, "post" | "release">;
  records: MicroBatch<AttemptRecord, boolean>;
  pages: Pick<FeedPages, "after">;
  /** The limit of events in memory that were read and are not finished. */
  maxOutstanding: () => number;
  logFailure: (error: unknown) => void;
  logSecretLost: (webhook: WebhookRow) => void;
};

/** A webhook whose secret is lost is looked at again after this time. A rotation ends the rest. */
const SECRET_LOST_REST_MS = 300_000;

/** The work of this process for a webhook under one lease. Its connections are its own, so that its end closes none of a later run. */
export class WebhookRun {
  readonly follower: Follower;
  readonly since = performance.now();
  /** Resolves when requests may begin. Neither promise rejects. */
  readonly started: Promise<void>;
  readonly ended: Promise<void>;
  readonly #deps: RunDeps;
  #pump: WebhookPump | null = null;
  #isStopped = false;

  /** `earlier`: runs of the same webhook under leases that are over. They end first: two pumps would send the same events. */
  constructor(deps: RunDeps, follower: Follower, earlier: readonly WebhookRun[]) {
    this.#deps = deps;
    this.follower = follower;
    const ready = this.#prepare(earlier);
    const settled = () => undefined;
    this.started = ready.then(settled, settled);
    // After a failure, the lease ends by itself, and then another run goes on from the last cursor.
    this.ended = ready
      .then((prepared) => (prepared ? this.#run(prepared) : undefined))
      .catch(deps.logFailure)
      .finally(() => deps.poster.release(this.#pool));
  }

  stop(): void {
    this.#isStopped = true;
    this.#pump?.stop();
  }

  abandon(): void {
    this.stop();
    this.#pump?.abandon();
  }

  /** The last finished event. */
  get cursor(): string {
    return this.#pump?.cursor ?? this.follower.cursor;
  }

  get #pool(): string {
    return `${this.follower.shard} ${this.follower.lease}`;
  }

  async #restWithoutSecret(webhook: WebhookRow): Promise<null> {
    this.#deps.logSecretLost(webhook);
    const { cursor } = this.follower;
    const pumped = { cursor, restMs: SECRET_LOST_REST_MS, isGone: false };
    await releaseWebhook(this.#deps.database, { webhook, follower: this.follower, pumped });
    return null;
  }

  /** Null: the webhook was deleted, or its secret is lost. */
  async #prepare(earlier: readonly WebhookRun[]) {
    for (const run of earlier) run.stop();
    await Promise.all(earlier.map(({ ended }) => ended));
    const webhook = await findWebhookById(this.#deps.database.db, this.follower.shard);
    if (!webhook) return null;
    if (isSecretLost(this.#deps.secrets, webhook)) return await this.#restWithoutSecret(webhook);
    const pump = await this.#pumpOf(webhook);
    this.#pump = pump;
    if (this.#isStopped) pump.stop();
    return { webhook, pump };
  }

  async #run({ webhook, pump }: { webhook: WebhookRow; pump: WebhookPump }): Promise<void> {
    const pumped = await pump.run();
    await releaseWebhook(this.#deps.database, { webhook, follower: this.follower, pumped });
  }

  async #pumpOf(webhook: WebhookRow): Promise<WebhookPump> {
    const { database, clock, secrets, poster, records, pages, maxOutstanding } = this.#deps;
    const { shard: webhookId, accountId, cursor, lease } = this.follower;
    const { ordering, concurrency, failures: count, failing_since: since } = webhook;
    const destination = { ...destinationOf(secrets, webhook), pool: this.#pool };
    return new WebhookPump({
      cursor,
      failures: { count, forMs: since === null ? 0 : clock.now() - since.getTime() },
      wants: (event) => wants(webhook, event),
      canSend: (event) => bodyOf(event, webhook.format) !== null,
      read: (afterId) => pages.after(accountId, afterId),
      maxOutstanding,
      ordering,
      concurrency,
      known: await loadKnownEvents(database, { accountId, webhookId, cursor }),
      held: await loadHeldSubjects(database, { webhookId, ordering }),
      loadDue: (limit, isDown) =>
        loadDueDeliveries(database, { accountId, webhookId, ordering, limit, isDown }),
      attempt: (event) => attemptWebhook(poster, destination, event, new Date(clock.now())),
      record: ({ event: { id, subject, type }, ...attempted }, at) =>
        records.add({ ...attempted, event: { id, subject, type }, webhookId, accountId, lease, cursor: at }),
    });
  }
}
