import type { Logger } from "../../../platform/telemetry/index.ts";
import { isTried, type TransmitResult } from "../outcome.ts";
import type { Probe } from "./probe.ts";
import { failureOf, type RelayFailure } from "./relay-failure.ts";
import type { RelayHealth } from "./relay-health.ts";

/** One broken connection is bad luck. After three in a row, the fourth message would only lose time. */
const DEFAULT_FAILURES_UNTIL_OPEN = 3;
/** Messages that fail together, because they waited for the same connection, count as one failure. */
const COUNT_ONCE_IN_MS = 1_000;
/** The time of the last success is stored at most this often. It is only shown to people. */
const RECORD_SUCCESS_EVERY_MS = 60_000;
/** A probe whose message was given back has no result, so another message may probe after this time. The same as in health-queries.ts. */
const PROBE_MS = 60_000;
/** Used until the database has returned the real time. */
const FIRST_GUESS_MS = 10_000;

/** The state of an open breaker, shared by all workers. */
export type KnownTrouble = { retryInMs: number; lastError: string };

type Options = {
  /** The name in log lines. */
  name: string;
  relayId: string;
  health: RelayHealth;
  /** Failures in a row that open the breaker. Refused credentials open it at once. */
  failuresUntilOpen?: number;
  log: Logger;
  now?: () => number;
};

/**
 * A circuit breaker: mail is sent to the relay (closed), or not during a cooldown (open). After the cooldown, one message of one worker
 * is sent as a probe, and its result closes or opens the breaker. Other workers learn of a change within a second.
 */
export class RelayBreaker {
  readonly #options: Options;
  readonly #now: () => number;
  #openUntil: number | null = null;
  #lastError = "";
  #inARow = 0;
  #countedAt = Number.NEGATIVE_INFINITY;
  #successRecordedAt = Number.NEGATIVE_INFINITY;
  /** Writes in progress. Until they are stored, the shared state is older than the local one. */
  #sharing = 0;
  #sharedAt = Number.NEGATIVE_INFINITY;
  #probe: Probe | null = null;
  /** The probe, once the database has granted it. */
  #granted: Promise<Probe | null> = Promise.resolve(null);

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get isClosed(): boolean {
    return this.#openUntil === null;
  }

  get lastError(): string {
    return this.#lastError;
  }

  /** The time until the next probe may start. 0: now, or a probe is in progress. */
  get retryInMs(): number {
    return Math.max(0, (this.#openUntil ?? 0) - this.#now());
  }

  /** Takes over the shared state, as read at a given time. */
  learn(trouble: KnownTrouble | undefined, seenAt: number): void {
    if (this.#sharing > 0 || seenAt <= this.#sharedAt || this.#probe !== null) return;
    if (!trouble) this.#openUntil = null;
    else {
      this.#openUntil = this.#now() + trouble.retryInMs;
      this.#lastError = trouble.lastError;
    }
  }

  /**
   * Returns the right to probe, the same one for each recipient of an email. Null: the cooldown is not over, or another email probes.
   * Rejects when the database is unavailable.
   */
  async takeProbe(emailId: string): Promise<Probe | null> {
    if (this.#probe?.emailId === emailId) return await this.#granted;
    if (this.isClosed || this.#probe !== null || this.retryInMs > 0) return null;
    this.#probe = { emailId, isUsed: false, ended: Promise.withResolvers<void>() };
    this.#granted = this.#requestProbe(this.#probe);
    return await this.#granted;
  }

  async #requestProbe(probe: Probe): Promise<Probe | null> {
    const isOurs = await this.#options.health.takeProbe().catch((error: unknown) => {
      this.#end(probe);
      throw error;
    });
    if (isOurs) {
      setTimeout(() => this.#end(probe), PROBE_MS).unref();
      return probe;
    }
    this.#openUntil = this.#now() + FIRST_GUESS_MS;
    this.#end(probe);
    return null;
  }

  /** The probe of another email, for whose result a short wait is worthwhile. */
  probeOfAnother(emailId: string): Probe | null {
    return this.#probe?.emailId === emailId ? null : this.#probe;
  }

  /** Learns from the results of messages. */
  async recordResults(results: TransmitResult[], probe: Probe | null): Promise<void> {
    const failure = failureOf(results);
    if (results.some(isTried) && failure === null) await this.#works();
    else if (failure !== null && (probe || failure.isRefusal || this.#isOneTooMany()))
      await this.#open(failure, probe !== null);
    if (probe) this.#end(probe);
  }

  /** Its message was not sent, so it has no result. */
  endProbe(probe: Probe): void {
    this.#end(probe);
  }

  #isOneTooMany(): boolean {
    if (this.#now() - this.#countedAt < COUNT_ONCE_IN_MS) return false;
    this.#countedAt = this.#now();
    this.#inARow += 1;
    return this.#inARow >= (this.#options.failuresUntilOpen ?? DEFAULT_FAILURES_UNTIL_OPEN);
  }

  async #works(): Promise<void> {
    this.#inARow = 0;
    const wasOpen = !this.isClosed;
    if (!wasOpen && this.#now() - this.#successRecordedAt < RECORD_SUCCESS_EVERY_MS) return;
    this.#openUntil = null;
    this.#successRecordedAt = this.#now();
    const { name, relayId, log } = this.#options;
    if (wasOpen) log.info({ event: "relay.recovered", relayId, relay: name }, "a relay accepts mail again");
    await this.#share((health) => health.recordSuccess());
  }

  async #open({ reason, isRefusal }: RelayFailure, wasProbe: boolean): Promise<void> {
    const wasClosed = this.isClosed;
    this.#openUntil = this.#now() + FIRST_GUESS_MS;
    this.#lastError = reason;
    this.#inARow = 0;
    const opened = await this.#share((health) => health.open({ isRefusal, wasProbe, error: reason }));
    if (opened) this.#openUntil = this.#now() + opened.retryInMs;
    const { name, relayId, log } = this.#options;
    const about = { relayId, relay: name, reason };
    if (opened?.isNewRefusal)
      log.error({ event: "relay.auth_failed", ...about }, "a relay rejects the credentials; its mail waits");
    else if (wasClosed && !isRefusal)
      log.warn(
        { event: "relay.unreachable", ...about },
        "a relay does not work; no mail is sent to it during a cooldown",
      );
  }

  async #share<T>(write: (health: RelayHealth) => Promise<T>): Promise<T | null> {
    this.#sharing += 1;
    try {
      return await write(this.#options.health);
    } catch (err) {
      this.#options.log.warn(
        { event: "relay.health_not_shared", err },
        "could not share the state of a relay",
      );
      return null;
    } finally {
      this.#sharing -= 1;
      this.#sharedAt = this.#now();
    }
  }

  #end(probe: Probe): void {
    probe.ended.resolve();
    if (this.#probe === probe) this.#probe = null;
  }
}
