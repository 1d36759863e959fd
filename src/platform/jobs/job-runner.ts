import { setTimeout as sleep } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import type { Database } from "../db/index.ts";
import type { Logger } from "../telemetry/index.ts";

/** Recurring work. Each run happens on one node. */
export type Schedule = {
  /** The name of the queue. Log lines use it too. */
  name: string;
  /** Either less than a minute, or a number of whole minutes that divides an hour. */
  everySeconds: number;
  /** A run that takes longer than the interval may overlap with the next run, on another node. */
  run(stopping: AbortSignal): Promise<unknown>;
};

/** A run that takes longer is considered lost, because its node was probably killed. Other runs do not wait for it. */
const EXPIRE_SECONDS = 300;
/** A run starts at most this late. A shorter interval costs every node more queries. */
const POLL_SECONDS = 5;
/** Finished runs are kept for a day, so that operators can inspect them. */
const KEEP_SECONDS = 86_400;
const RETRY_START_MS = 10_000;
/**
 * Maximum time that a stop waits for runs in progress. It is less than the time that the supervisor gives a role to stop.
 */
const STOP_WITHIN_MS = 8_000;
/** While the database is unavailable, each poll fails. One log line in this time is enough. */
const LOG_EVERY_MS = 60_000;

type Options = { database: Database; log: Logger; schedules: readonly Schedule[] };

/**
 * Runs schedules on pg-boss (decision 57), with the process's pool of connections. All nodes of a database share its
 * queues, so each run happens once. A failed run is logged, and the next one starts at its scheduled time.
 */
export class JobRunner {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #boss: PgBoss | null = null;
  #starting: Promise<void> = Promise.resolve();
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns at once. Starts pg-boss in the background, and retries while the database refuses it. */
  start(): void {
    this.#starting = this.#startUntilStopped();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    await this.#boss?.stop({ graceful: true, close: false, timeout: STOP_WITHIN_MS });
  }

  async #startUntilStopped(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        return await this.#startBoss();
      } catch (error) {
        this.#logFailure("jobs.not_started", error, "could not start background jobs; will be retried");
        await sleep(RETRY_START_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /**
   * After a failure, the next call continues with the same PgBoss. A second one would run beside the first, and stop()
   * would not stop the first.
   */
  async #startBoss(): Promise<void> {
    this.#boss ??= await this.#createBoss();
    const boss = this.#boss;
    await boss.start();
    for (const schedule of this.#options.schedules) await this.#declare(boss, schedule);
    for (const schedule of this.#options.schedules) await this.#work(boss, schedule);
  }

  async #createBoss(): Promise<PgBoss> {
    // Imported here, so that a process is ready before pg-boss is loaded.
    const { PgBoss } = await import("pg-boss");
    const { pool } = this.#options.database;
    const boss = new PgBoss({
      db: {
        executeSql: (text, values) =>
          values === undefined ? pool.query(text) : pool.query(text, [...values]),
      },
      registerInstance: false,
      monitorVacuum: false,
    });
    boss.on("error", (error) =>
      this.#logFailure("jobs.interrupted", error, "background jobs are interrupted"),
    );
    return boss;
  }

  /** Creates the queue and its schedule. Idempotent. */
  async #declare(boss: PgBoss, { name, everySeconds }: Schedule): Promise<void> {
    const options = { expireInSeconds: EXPIRE_SECONDS, deleteAfterSeconds: KEEP_SECONDS, retryLimit: 0 };
    // With `short`, at most one run waits, however often one is sent, and a run of a killed node does not block the next
    // one.
    await boss.createQueue(name, { policy: "short", ...options });
    // createQueue does not change the options of a queue that an older version created.
    await boss.updateQueue(name, options);
    await boss.schedule(name, cronOf(everySeconds));
    if (everySeconds < 60) await boss.send(name, null);
  }

  /** Runs no statement before it returns, so it does not fail halfway. */
  async #work(boss: PgBoss, schedule: Schedule): Promise<void> {
    const { name, everySeconds } = schedule;
    let running: Promise<void> | null = null;
    await boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, async () => {
      // The schedule sends one run a minute at most. Within the minute, each run sends the next one.
      if (everySeconds < 60) await boss.send(name, null, { startAfter: everySeconds });
      running ??= this.#run(schedule).finally(() => {
        running = null;
      });
      await running;
    });
  }

  /** Never rejects. */
  async #run({ name, run }: Schedule): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    try {
      await run(signal);
    } catch (error) {
      this.#options.log.warn(
        { event: "jobs.failed", job: name, err: error },
        "a background job failed; it runs again",
      );
    }
  }

  #logFailure(event: "jobs.not_started" | "jobs.interrupted", err: unknown, message: string): void {
    const now = performance.now();
    if (this.#stopping.signal.aborted || now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#options.log.warn({ event, err }, message);
  }
}

/** pg-boss checks schedules about once a minute. For shorter intervals, each run sends the next one. */
function cronOf(everySeconds: number): string {
  return everySeconds < 120 ? "* * * * *" : `*/${everySeconds / 60} * * * *`;
}
