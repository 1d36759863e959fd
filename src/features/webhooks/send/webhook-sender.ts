import { setTimeout as sleep } from "node:timers/promises";
import { type Database, type DatabaseClock, isUnavailable, MicroBatch } from "../../../platform/db/index.ts";
import type { GuardedPoster } from "../../../platform/fetch/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import type { NotifyUsers } from "../../accounts/index.ts";
import { readFeed } from "../../feed/index.ts";
import { type Follower, renewFollowers, takeFollowers } from "../../followers/index.ts";
import { mailLosses } from "../health/losses.ts";
import { WEBHOOK_FOLLOWER, type WebhookRow } from "../webhook.ts";
import { type WebhookEvent, webhookEventOf } from "../webhook-event.ts";
import { FeedPages } from "./feed-pages.ts";
import { type AttemptRecord, recordAttempts } from "./record-attempts.ts";
import { WebhookRun } from "./webhook-run.ts";

/** Interval between queries for webhooks with events to send. */
const TAKE_EVERY_MS = 250;
/** Webhooks that one process serves at the same time. */
const MAX_PUMPS = 256;
/** If more webhooks have events than a process can serve, each is served for at least this long before it waits for its next turn. */
const TURN_MS = 5_000;
/**
 * Interval at which leases are renewed and cursors are stored; a lease lasts 20 s. At 5 s, a webhook that wants few of many events would
 * look as if it were behind.
 */
const RENEW_EVERY_MS = 2_000;
/** The supervisor gives a role 14 s to stop. */
const STOP_WITHIN_MS = 5_000;
/**
 * Results wait this long for others, so that one commit stores many: each of 30 in a commit cost PostgreSQL twice as much as each of 128. A
 * process that is killed sends the events that were not recorded again.
 */
const LINGER_MS = 40;
const LINGER_ITEMS = 256;
/**
 * Events in memory that were read and are not finished: of all webhooks, and the limits for one. A request, its record and its commit take
 * 0.1 s: fewer slow down a fast receiver, more use memory.
 */
const MAX_EVENTS = 40_000;
const MAX_OUTSTANDING = 1_000;
const MIN_OUTSTANDING = 200;
/** Interval between queries for events that retention deleted. */
const LOSSES_EVERY_MS = 60_000;

export type WebhookSenderOptions = {
  database: Database;
  /** Receivers refuse signatures with a time that is minutes from theirs, so a wrong clock of this node must not matter. */
  clock: Pick<DatabaseClock, "now" | "known">;
  log: Logger;
  secrets: InstanceSecrets;
  poster: Pick<GuardedPoster, "post" | "release" | "close">;
  /** Default: 256. */
  maxPumps?: number;
  notifyUsers: NotifyUsers;
  baseUrl: string;
};

/** Sends events to webhooks. Any number of processes may do so: each webhook belongs to one of them at a time. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #runs = new Set<WebhookRun>();
  readonly #records: MicroBatch<AttemptRecord, boolean>;
  readonly #pages = new FeedPages((accountId, afterId, limit) => this.#read(accountId, afterId, limit));
  readonly #stopping = new AbortController();
  #loops: Promise<unknown> = Promise.resolve();

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    const { database } = options;
    this.#records = new MicroBatch({
      write: (records) => recordAttempts(database, records),
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
    const runs = [...this.#runs];
    for (const run of runs) run.stop();
    const ended = Promise.all(runs.map((run) => run.ended));
    await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    for (const run of runs) run.abandon();
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
    const limit = (this.#options.maxPumps ?? MAX_PUMPS) - this.#runs.size;
    if (limit <= 0) return this.#endTurns();
    const { database, clock } = this.#options;
    await clock.known();
    const { followers } = await takeFollowers(database, { name: WEBHOOK_FOLLOWER, limit });
    for (const follower of followers) {
      // Its lease ended, or the webhook was changed.
      const earlier = [...this.#runs].filter((run) => run.follower.shard === follower.shard);
      const run = this.#begin(follower, earlier);
      // One that waits for an earlier run, or that cannot be started, delays no other webhook.
      if (earlier.length === 0) await run.started;
    }
  }

  #begin(follower: Follower, earlier: readonly WebhookRun[]): WebhookRun {
    const { database, clock, secrets, poster } = this.#options;
    const logFailure = (error: unknown) => this.#logFailure(error);
    const maxOutstanding = () => this.#maxOutstanding;
    const deps = {
      database,
      clock,
      secrets,
      poster,
      records: this.#records,
      pages: this.#pages,
      maxOutstanding,
      logFailure,
      logSecretLost: (webhook: WebhookRow) => this.#logSecretLost(webhook),
    };
    const run = new WebhookRun(deps, follower, earlier);
    this.#runs.add(run);
    void run.ended.then(() => this.#runs.delete(run));
    return run;
  }

  get #maxOutstanding(): number {
    return Math.min(MAX_OUTSTANDING, Math.max(MIN_OUTSTANDING, Math.floor(MAX_EVENTS / this.#runs.size)));
  }

  async #read(accountId: string, afterId: string, limit: number): Promise<WebhookEvent[]> {
    const { database } = this.#options;
    const { rows } = await database.pool.query<{ end: string }>("SELECT end_of_settled_events() AS end");
    const beforeId = rows[0]?.end ?? afterId;
    return (await readFeed(database, { accountId, afterId, beforeId, limit })).map(webhookEventOf);
  }

  /** Stops webhooks that have had their turn, so that waiting ones are served. They continue later. */
  #endTurns(): void {
    for (const run of this.#runs) if (performance.now() - run.since > TURN_MS) run.stop();
  }

  async #renew(): Promise<void> {
    const runs = [...this.#runs];
    if (runs.length === 0) return;
    const held = runs.map(({ follower, cursor }) => ({ ...follower, cursor }));
    const left = await renewFollowers(this.#options.database, WEBHOOK_FOLLOWER, held);
    for (const run of runs) if (!left.has(run.follower.shard)) run.stop();
  }

  #logSecretLost({ account_id, id, url }: WebhookRow): void {
    this.#options.log.warn(
      { event: "webhooks.secret_lost", account_id, webhook_id: id, host: new URL(url).host },
      "nothing is sent to a webhook: its secret or headers were encrypted with another secret key; its account must rotate the secret",
    );
  }

  #logFailure(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#options.log.warn(
      { event: "webhooks.interrupted", err: error },
      "sending to webhooks is interrupted; no event is lost",
    );
  }
}
