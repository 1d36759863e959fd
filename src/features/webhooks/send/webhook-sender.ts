import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isUnavailable, MicroBatch } from "../../../platform/db/index.ts";
import type { GuardedPoster } from "../../../platform/fetch/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import type { NotifyUsers } from "../../accounts/index.ts";
import { type Follower, FollowerRunner, renewFollowers, takeFollowers } from "../../followers/index.ts";
import { WEBHOOK_FOLLOWER } from "../webhook.ts";
import { disabledMailFollower } from "./disabled-mail.ts";
import { type AttemptRecord, recordAttempts } from "./record-attempts.ts";
import { WebhookRun } from "./webhook-run.ts";

/** Interval between queries for webhooks with events to send. */
const TAKE_EVERY_MS = 250;
/** Webhooks that one process serves at the same time. */
const MAX_PUMPS = 256;
/** If more webhooks have events than a process can serve, each is served for at least this long before it waits for its next turn. */
const TURN_MS = 5_000;
/** Interval at which leases are renewed; a lease lasts 20 s. */
const RENEW_EVERY_MS = 5_000;
/** The supervisor gives a role 14 s to stop. */
const STOP_WITHIN_MS = 5_000;
/** Results wait this long for others, so that one commit stores many. */
const LINGER_MS = 20;
/** Users learn within this time that a webhook was disabled. Each query costs the database a transaction. */
const MAIL_EVERY_MS = 2_000;

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

/** Sends events to webhooks. Any number of processes may do so: each webhook belongs to one of them at a time. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #runs = new Set<WebhookRun>();
  readonly #records: MicroBatch<AttemptRecord, boolean>;
  readonly #mails: FollowerRunner;
  readonly #stopping = new AbortController();
  #loops: Promise<unknown> = Promise.resolve();

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    const { database, log } = options;
    this.#records = new MicroBatch({
      write: (records) => recordAttempts(database, records),
      maxItems: 256,
      concurrency: 2,
      linger: { ms: LINGER_MS, items: 128 },
      mayRetryAlone: (error) => !isUnavailable(error),
    });
    this.#mails = new FollowerRunner({
      database,
      log,
      followers: [disabledMailFollower(options)],
      takeEveryMs: MAIL_EVERY_MS,
      pauseMs: MAIL_EVERY_MS,
    });
  }

  start(): void {
    this.#mails.start();
    this.#loops = Promise.all([
      this.#repeat(TAKE_EVERY_MS, () => this.#take()),
      this.#repeat(RENEW_EVERY_MS, () => this.#renew()),
    ]);
  }

  /** Waits for requests in progress, but not for a server that does not respond. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#loops, this.#mails.stop()]);
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
    const { database } = this.#options;
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
    const { database, secrets, poster } = this.#options;
    const logFailure = (error: unknown) => this.#logFailure(error);
    const deps = { database, secrets, poster, records: this.#records, logFailure };
    const run = new WebhookRun(deps, follower, earlier);
    this.#runs.add(run);
    void run.ended.then(() => this.#runs.delete(run));
    return run;
  }

  /** Stops webhooks that have had their turn, so that waiting ones are served. They continue later. */
  #endTurns(): void {
    for (const run of this.#runs) if (performance.now() - run.since > TURN_MS) run.stop();
  }

  async #renew(): Promise<void> {
    const runs = [...this.#runs];
    if (runs.length === 0) return;
    const held = runs.map(({ follower }) => follower);
    const left = await renewFollowers(this.#options.database, WEBHOOK_FOLLOWER, held);
    for (const run of runs) if (!left.has(run.follower.shard)) run.stop();
  }

  #logFailure(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#options.log.warn(
      { event: "webhooks.interrupted", err: error },
      "sending to webhooks is interrupted; no event is lost",
    );
  }
}
