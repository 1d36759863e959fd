import { setTimeout as sleep } from "node:timers/promises";
import { type EmailOfClaim, emailOfClaim } from "../../emails/index.ts";
import {
  ClaimCursor,
  type ClaimLimits,
  ClaimNotNoted,
  claimRecipients,
  nothingPaused,
  withoutPaused,
} from "../../recipients/index.ts";
import type { OwnFailures } from "../crash-guard/own-failures.ts";
import { QuarantineTurn } from "../crash-guard/quarantine-turn.ts";
import { runQuarantine } from "../crash-guard/run-quarantine.ts";
import { waitForDatabase } from "../crash-guard/until-database-is-back.ts";
import type { AttemptJournal } from "../journal/journal.ts";
import type { InFlightByThrottle } from "../schedule/in-flight-by-throttle.ts";
import { type InFlightRecipients, MAX_CLAIM } from "../schedule/in-flight-recipients.ts";
import type { Signal } from "../schedule/signal.ts";
import type { WorkerOptions } from "../worker-options.ts";
import { claimEmails } from "./claim-emails.ts";
import type { ClaimedEmail } from "./claimed-email.ts";
import { LEASE_SECONDS } from "./lease-keeper.ts";

/** After a claim that found nothing, and more for each that followed. */
const PAUSE_PER_EMPTY_MS = 10;
/** While accounts are full and the others have nothing: what is settled makes room again and again, for a few. */
const PAUSE_WITHOUT_FULL_MS = 50;
/** Interval of checks whether the journal is writable again. */
const PAUSE_WITHOUT_JOURNAL_MS = 50;
/** Behind the notices: an idle worker looks this often on its own. */
const POLL_MS = 1_000;

type Options = Pick<WorkerOptions, "database" | "log" | "routes" | "throttles" | "pauses"> & {
  journal: AttemptJournal;
  inFlight: InFlightRecipients;
  failures: OwnFailures;
  inFlightByThrottle: InFlightByThrottle;
  /** Raised when there may be something to claim, or room for it. */
  changed: Signal;
  /** Takes in hand what was claimed since a time, by performance.now(). */
  take: (emails: ClaimedEmail[], since: number) => Promise<void>;
  isStopping: () => boolean;
};

/** Claims for one worker, within its capacity, throttles and pauses, and runs the quarantine. */
export class ClaimLoop {
  readonly #options: Options;
  readonly #quarantine = new QuarantineTurn();
  readonly #cursor = new ClaimCursor();
  #emptyClaims = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  async untilStopped(): Promise<void> {
    const { inFlight, failures, journal, changed, isStopping } = this.#options;
    while (!isStopping()) {
      const pauseMs = journal.isWritten() ? failures.pauseMs : PAUSE_WITHOUT_JOURNAL_MS;
      if (pauseMs > 0) {
        await changed.wait(pauseMs);
        continue;
      }
      await runQuarantine({
        ...this.#options,
        turn: this.#quarantine,
        limits: () => this.#limits(MAX_CLAIM),
        isIdleWithin: (withinMs) => this.#isIdleWithin(withinMs),
      });
      const limit = inFlight.mostToClaim();
      if (limit === null) await changed.wait();
      else await this.#pauseFor(await this.#tryToClaim(limit));
    }
  }

  async #pauseFor(ms: number): Promise<void> {
    if (ms > 0 && (await this.#options.changed.wait(ms))) this.#emptyClaims = 0;
  }

  /** Answers after how many milliseconds to claim again. */
  async #tryToClaim(limit: number): Promise<number> {
    const { database, log, isStopping } = this.#options;
    try {
      return await this.#claim(limit);
    } catch (error) {
      if (error instanceof ClaimNotNoted) return 0;
      log.error(
        { event: "delivery.claim_failed", err: error },
        "could not claim mail; waiting for the database",
      );
      await waitForDatabase(database, isStopping);
      return 0;
    }
  }

  async #claim(limit: number): Promise<number> {
    const { routes, inFlight, take } = this.#options;
    const since = performance.now();
    const limits = await this.#limits(Math.min(limit, routes.perDomain));
    if (limits === null) return POLL_MS;
    const full = inFlight.fullAccounts();
    const { rows, isRoundOver, emails } = await claimEmails(this.#options, (queries) =>
      claimRecipients<EmailOfClaim>(queries, {
        email: emailOfClaim,
        limit,
        leaseSeconds: LEASE_SECONDS,
        cursor: this.#cursor,
        limits: { ...limits, pausedAccounts: [...limits.pausedAccounts, ...full] },
      }),
    );
    await take(emails, since);
    if (rows.length > 0) {
      this.#emptyClaims = 0;
      return 0;
    }
    this.#emptyClaims += 1;
    if (full.length > 0) await sleep(PAUSE_WITHOUT_FULL_MS);
    // A claim visits some of thousands of partitions: the next ones are visited soon, though not without a pause.
    return isRoundOver ? POLL_MS : Math.min(POLL_MS, PAUSE_PER_EMPTY_MS * this.#emptyClaims);
  }

  /** Null: everything is paused. */
  async #limits(perDomain: number): Promise<ClaimLimits | null> {
    const { throttles, inFlightByThrottle, pauses = nothingPaused } = this.#options;
    const paused = await pauses();
    if (paused.all) return null;
    return {
      perDomain,
      domains: withoutPaused(inFlightByThrottle.limits(throttles, perDomain), paused.domains),
      pausedAccounts: paused.accounts,
      pausedAccountDomains: paused.accountDomains,
    };
  }

  /** Waits for all that is in hand to end; false if it takes longer, or this worker is being stopped. */
  async #isIdleWithin(withinMs: number): Promise<boolean> {
    const { inFlight, changed, isStopping } = this.#options;
    const until = performance.now() + withinMs;
    while (inFlight.size > 0 && performance.now() < until && !isStopping()) await changed.wait(POLL_MS);
    return inFlight.size === 0;
  }
}
