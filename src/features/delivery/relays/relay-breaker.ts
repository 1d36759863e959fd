import type { Logger } from "../../../platform/telemetry/index.ts";
import { isTried, type TransmitResult } from "../outcome.ts";
import { failureOf, type RelayFailure } from "./relay-failure.ts";
import type { RelayHealth } from "./relay-health.ts";

/** One broken connection is bad luck; with three in a row the fourth mail would only lose time. */
const USUAL_FAILURES_UNTIL_OPEN = 3;
/** Mail that fails together, because it waited for the same connection, is one failure. */
const COUNT_ONCE_IN_MS = 1_000;
/** People read the time of the last success; nothing depends on it. */
const NOTE_WORKS_EVERY_MS = 60_000;
/** A mail that was given back before it went tells nothing: another one may try. As long as in the database (health-queries.ts). */
const PROBE_MS = 60_000;
/** Until the database has said how long it is. */
const FIRST_GUESS_MS = 10_000;

/** What all workers know of a relay that nothing goes through. */
export type KnownTrouble = { retryInMs: number; lastError: string };

/** The leave of one mail to go through to see. */
export type Probe = { emailId: string; ended: PromiseWithResolvers<void> };

type Options = {
  /** For people. */
  name: string;
  relayId: string;
  health: RelayHealth;
  /** Failures in a row after which nothing goes through; refused credentials are enough at once. */
  failuresUntilOpen?: number;
  log: Logger;
  now?: () => number;
};

/**
 * Lets mail through to a relay (closed), or not while it is left alone (open). When its time has come one real mail goes through, of
 * one worker; what becomes of it decides. What a worker finds out, the others know within a second.
 */
export class RelayBreaker {
  readonly #options: Options;
  readonly #now: () => number;
  #openUntil: number | null = null;
  #lastError = "";
  #inARow = 0;
  #countedAt = Number.NEGATIVE_INFINITY;
  #notedWorksAt = Number.NEGATIVE_INFINITY;
  /** Telling the others: what they are known to know is older than what is known here. */
  #telling = 0;
  #toldAt = Number.NEGATIVE_INFINITY;
  #probe: Probe | null = null;

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

  /** Until a mail may try; 0: now, or one is trying. */
  get retryInMs(): number {
    return Math.max(0, (this.#openUntil ?? 0) - this.#now());
  }

  /** Takes over what all workers knew at a moment. */
  learn(trouble: KnownTrouble | undefined, seenAt: number): void {
    if (this.#telling > 0 || seenAt <= this.#toldAt || this.#probe !== null) return;
    if (!trouble) this.#openUntil = null;
    else {
      this.#openUntil = this.#now() + trouble.retryInMs;
      this.#lastError = trouble.lastError;
    }
  }

  /** For a mail that goes through to see; null: it is not its time, or another one does. Rejects when the database cannot be asked. */
  async takeProbe(emailId: string): Promise<Probe | null> {
    if (this.isClosed || this.#probe !== null || this.retryInMs > 0) return null;
    const probe: Probe = { emailId, ended: Promise.withResolvers<void>() };
    this.#probe = probe;
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

  /** Whether a mail of another email is trying: then it is worth a moment's wait. */
  probeOfAnother(emailId: string): Promise<void> | null {
    return this.#probe && this.#probe.emailId !== emailId ? this.#probe.ended.promise : null;
  }

  /** Learns from what became of mail. */
  async note(results: TransmitResult[], probe: Probe | null): Promise<void> {
    const failure = failureOf(results);
    if (results.some(isTried) && failure === null) await this.#works();
    else if (failure !== null && (probe || failure.isRefusal || this.#isOneTooMany()))
      await this.#open(failure, probe !== null);
    if (probe) this.#end(probe);
  }

  /** Its mail was not tried, so it tells nothing. */
  endProbe(probe: Probe): void {
    this.#end(probe);
  }

  #isOneTooMany(): boolean {
    if (this.#now() - this.#countedAt < COUNT_ONCE_IN_MS) return false;
    this.#countedAt = this.#now();
    this.#inARow += 1;
    return this.#inARow >= (this.#options.failuresUntilOpen ?? USUAL_FAILURES_UNTIL_OPEN);
  }

  async #works(): Promise<void> {
    this.#inARow = 0;
    const isNews = !this.isClosed;
    if (!isNews && this.#now() - this.#notedWorksAt < NOTE_WORKS_EVERY_MS) return;
    this.#openUntil = null;
    this.#notedWorksAt = this.#now();
    const { name, relayId, log } = this.#options;
    if (isNews) log.info({ event: "relay.works_again", relayId, relay: name }, "a relay takes mail again");
    await this.#tell((health) => health.noteWorks());
  }

  async #open({ reason, isRefusal }: RelayFailure, wasProbe: boolean): Promise<void> {
    const wasClosed = this.isClosed;
    this.#openUntil = this.#now() + FIRST_GUESS_MS;
    this.#lastError = reason;
    this.#inARow = 0;
    const opened = await this.#tell((health) => health.open({ isRefusal, wasProbe, error: reason }));
    if (opened) this.#openUntil = this.#now() + opened.retryInMs;
    const { name, relayId, log } = this.#options;
    const about = { relayId, relay: name, reason };
    if (opened?.isNewRefusal)
      log.error({ event: "relay.auth_failed", ...about }, "a relay refuses our credentials; its mail waits");
    else if (wasClosed && !isRefusal)
      log.warn(
        { event: "relay.unreachable", ...about },
        "a relay cannot be used; it is left alone for a while",
      );
  }

  async #tell<T>(news: (health: RelayHealth) => Promise<T>): Promise<T | null> {
    this.#telling += 1;
    try {
      return await news(this.#options.health);
    } catch (err) {
      this.#options.log.warn({ event: "relay.health_not_shared", err }, "could not tell how a relay fares");
      return null;
    } finally {
      this.#telling -= 1;
      this.#toldAt = performance.now();
    }
  }

  #end(probe: Probe): void {
    probe.ended.resolve();
    if (this.#probe === probe) this.#probe = null;
  }
}
