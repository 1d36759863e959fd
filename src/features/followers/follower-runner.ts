import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/db/index.ts";
import { LAST_ID } from "../../platform/ids/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import type { FollowerDefinition } from "../follower-definition.ts";
import { addDeclared, dropLease, takeInstanceFollower } from "./declared-followers.ts";
import { type HeldFollower, type Stepped, stepFollower } from "./step-follower.ts";
import { StepWindow } from "./step-window.ts";
import { takeFollowers } from "./take-followers.ts";

/** Pause of a follower that is up to date. It accounts for most of the lag. */
const PAUSE_MS = 400;
/** A follower without work makes a step at this interval, which extends its lease and moves its cursor: its lag is the cursor's age. */
const IDLE_STEP_MS = 2_000;
/** Followers of accounts that are taken at once. */
const ACCOUNTS = 20;
/** Interval at which followers of new accounts are added. */
const ADD_EVERY_MS = 60_000;
/** Pause after a failed step, doubled up to the maximum. */
const RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;

export type FollowerRunnerOptions = {
  database: Database;
  log: Logger;
  followers: readonly FollowerDefinition[];
  /** Interval at which followers without a process are looked for. */
  takeEveryMs: number;
  /** Pause of a follower that has done all events. Default: 400 ms. */
  pauseMs?: number;
};

/** `at`: when it began, by performance.now(). */
type LastStep = Stepped & { at: number };

/**
 * Runs the declared followers. Any number of processes may do so: one process at a time runs a follower, and another one takes over within
 * 30 s after that process ends.
 */
export class FollowerRunner {
  readonly #options: FollowerRunnerOptions;
  readonly #stopping = new AbortController();
  #loops: Promise<unknown> = Promise.resolve();

  constructor(options: FollowerRunnerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loops = Promise.all(this.#options.followers.map((follower) => this.#repeat(follower)));
  }

  /** Waits for the step in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loops;
  }

  /** Never rejects. */
  async #repeat(follower: FollowerDefinition): Promise<void> {
    const { signal } = this.#stopping;
    const { database, takeEveryMs } = this.#options;
    let addedAt = Number.NEGATIVE_INFINITY;
    let retryMs = RETRY_MS;
    while (!signal.aborted) {
      try {
        if (performance.now() - addedAt > ADD_EVERY_MS) {
          await addDeclared(database, follower);
          addedAt = performance.now();
        }
        await (follower.scope === "instance"
          ? this.#followInstance(follower)
          : this.#followAccounts(follower));
        retryMs = RETRY_MS;
        await this.#pause(follower.scope === "instance" ? takeEveryMs : PAUSE_MS);
      } catch (error) {
        this.#logFailure(follower.name, error);
        await this.#pause(retryMs);
        retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
      }
    }
  }

  /** Runs the follower of the instance until another process takes it or this one stops. Does nothing if another process has it. */
  async #followInstance(follower: FollowerDefinition): Promise<void> {
    const { database } = this.#options;
    const held = await takeInstanceFollower(database, follower.name);
    if (!held) return;
    const window = new StepWindow();
    let retryMs = RETRY_MS;
    const pauseMs = this.#options.pauseMs ?? PAUSE_MS;
    let last: LastStep | null = null;
    while (!this.#stopping.signal.aborted) {
      try {
        const startedAt = performance.now();
        if (last && (await this.#isIdle(follower, last))) {
          await this.#pause(pauseMs);
          continue;
        }
        const stepped = await this.#step(follower, held, window);
        if (!stepped) return;
        last = { ...stepped, at: startedAt };
        retryMs = RETRY_MS;
        // During a backlog, it pauses as long as the step took, so that delivery keeps its share of the database.
        await this.#pause(stepped.hasMore ? Math.min(pauseMs, performance.now() - startedAt) : pauseMs);
      } catch (error) {
        this.#logFailure(follower.name, error);
        await this.#pause(retryMs);
        retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
      }
    }
    await dropLease(database, follower.name, held);
  }

  /**
   * Whether the follower needs no step now: its last one was a moment ago, left nothing, and nothing has happened since. The question is
   * about the events of that moment, so it needs no end of the feed, which would be another statement.
   */
  async #isIdle({ hasWork }: FollowerDefinition, { cursor, hasMore, at }: LastStep): Promise<boolean> {
    if (hasWork === undefined || hasMore || performance.now() - at >= IDLE_STEP_MS) return false;
    return !(await hasWork(this.#options.database.db, { afterId: cursor, beforeId: LAST_ID }));
  }

  /** Runs the followers of accounts with new events. One that fails does not stop the others; it pauses until the end of its lease. */
  async #followAccounts(follower: FollowerDefinition): Promise<void> {
    const { database } = this.#options;
    const { followers } = await takeFollowers(database, { name: follower.name, limit: ACCOUNTS });
    for (const held of followers) {
      if (this.#stopping.signal.aborted) return;
      await this.#followAccount(follower, held).catch((error: unknown) =>
        this.#logFailure(follower.name, error),
      );
    }
  }

  async #followAccount(follower: FollowerDefinition, held: HeldFollower): Promise<void> {
    const window = new StepWindow();
    let stepped = await this.#step(follower, held, window);
    while (stepped?.hasMore && !this.#stopping.signal.aborted)
      stepped = await this.#step(follower, held, window);
    if (stepped) await dropLease(this.#options.database, follower.name, held);
  }

  async #step(follower: FollowerDefinition, held: HeldFollower, window: StepWindow) {
    const startedAt = performance.now();
    try {
      const { ms: windowMs, limit } = window;
      const stepped = await stepFollower(this.#options.database, follower, { ...held, windowMs, limit });
      window.adapt(performance.now() - startedAt);
      return stepped;
    } catch (error) {
      window.reset();
      throw error;
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  #logFailure(follower: string, error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#options.log.warn(
      { event: "followers.failed", follower, err: error },
      "a step of a follower failed; it is retried, and no event is lost",
    );
  }
}
