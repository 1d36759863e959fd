import { isUnavailable } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { type Untried, untried } from "../outcome.ts";

/** Claims pause this long after a failure, and twice as long after each consecutive one. */
const FIRST_PAUSE_MS = 200;
/** A longer pause would delay mail after the failure is over. */
const LONGEST_PAUSE_MS = 5_000;
/** A failure of one email or one sender is not retried at once, and must not slow down other mail. */
const COOLDOWN_SECONDS = 30;
/** Hundreds of recipients fail together. The cause is logged once. */
const LOG_EVERY_MS = 1_000;

/** The system has no files, sockets, memory or disk space for this process. */
const EXHAUSTED = new Set([
  "EMFILE",
  "ENFILE",
  "ENOMEM",
  "ENOBUFS",
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EIO",
  "EAGAIN",
]);

type Options = { log: Logger; now?: () => number };

/**
 * Internal failures that stop an attempt. They are not outcomes of the mail: it is given back untried, the cause is logged, and the worker
 * claims less often until an attempt succeeds.
 */
export class OwnFailures {
  readonly #log: Logger;
  readonly #now: () => number;
  #inARow = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor({ log, now = () => performance.now() }: Options) {
    this.#log = log;
    this.#now = now;
  }

  /** The time until this worker may claim again. 0: now. */
  get pauseMs(): number {
    return Math.max(0, this.#pausedUntil - this.#now());
  }

  /** Logs why recipients could not be tried. The result says how they are given back. */
  record(error: unknown, about: { emailId: string }): Untried {
    const isOfAll = isOfTheWholeWorker(error);
    if (isOfAll) this.#pause();
    this.#logFailure(error, about);
    return isOfAll ? untried("failure") : { ...untried("failure"), cooldownSeconds: COOLDOWN_SECONDS };
  }

  /** An attempt had a result. */
  end(): void {
    this.#inARow = 0;
  }

  /** Failures that happen together count once. */
  #pause(): void {
    if (this.pauseMs > 0) return;
    this.#pausedUntil = this.#now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#inARow);
    this.#inARow += 1;
  }

  #logFailure(error: unknown, about: { emailId: string }): void {
    if (this.#now() - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = this.#now();
    this.#log.error(
      { event: "delivery.failed", ...about, err: error },
      "could not send mail because of an internal error; it returns to the queue",
    );
  }
}

/** Whether other mail would fail in the same way. */
export function isOfTheWholeWorker(error: unknown): boolean {
  if (isUnavailable(error)) return true;
  return error instanceof Error && EXHAUSTED.has(String((error as NodeJS.ErrnoException).code));
}
