import { setTimeout as sleep } from "node:timers/promises";
import { type EmailOfClaim, emailOfClaim } from "../emails/index.ts";
import {
  ClaimCursor,
  type ClaimLimits,
  ClaimNotNoted,
  claimRecipients,
  nothingPaused,
  withoutPaused,
} from "../recipients/index.ts";
import { claimEmails } from "./claim-emails.ts";
import type { ClaimedEmail } from "./claimed-email.ts";
import { type Hands, maxClaim } from "./in-hand/hands.ts";
import type { LanesInHand } from "./in-hand/lanes-in-hand.ts";
import { leaseSeconds } from "./in-hand/lease-keeper.ts";
import type { OwnFailures } from "./in-hand/own-failures.ts";
import type { Signal } from "./in-hand/signal.ts";
import { SuspectTurn } from "./in-hand/suspect-turn.ts";
import { trySuspects } from "./in-hand/try-suspects.ts";
import { untilDatabaseIsBack } from "./in-hand/until-database-is-back.ts";
import type { Notes } from "./journal/journal.ts";
import type { WorkerOptions } from "./worker-options.ts";

/** After a claim that found nothing, and more for each that followed. */
const pausePerEmptyMs = 10;
/** While accounts are full and the others have nothing: what is settled makes room again and again, for a few. */
const pauseWithoutFullMs = 50;
/** Interval of checks whether the journal is writable again. */
const pauseWithoutJournalMs = 50;
/** Behind the notices: an idle worker looks this often on its own. */
const pollMs = 1_000;

type Options = Pick<WorkerOptions, "database" | "log" | "routes" | "pace" | "pauses"> & {
  notes: Notes;
  hands: Hands;
  failures: OwnFailures;
  lanes: LanesInHand;
  /** Raised when there may be something to claim, or room for it. */
  changed: Signal;
  /** Takes in hand what was claimed since a time, by performance.now(). */
  take: (emails: ClaimedEmail[], since: number) => Promise<void>;
  isStopping: () => boolean;
};

/** Claims for one worker, as its hands have room and pace and pauses allow, and in their turn suspects. */
export class ClaimLoop {
  readonly #options: Options;
  readonly #suspects = new SuspectTurn();
  readonly #cursor = new ClaimCursor();
  #emptyClaims = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  async untilStopped(): Promise<void> {
    const { hands, failures, notes, changed, isStopping } = this.#options;
    while (!isStopping()) {
      const pauseMs = notes.isWritten() ? failures.pauseMs : pauseWithoutJournalMs;
      if (pauseMs > 0) {
        await changed.wait(pauseMs);
        continue;
      }
      await trySuspects({
        ...this.#options,
        turn: this.#suspects,
        limits: () => this.#limits(maxClaim),
        handsAreEmpty: (withinMs) => this.#handsAreEmpty(withinMs),
      });
      const limit = hands.mostToClaim();
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
      await untilDatabaseIsBack(database, isStopping);
      return 0;
    }
  }

  async #claim(limit: number): Promise<number> {
    const { routes, hands, take } = this.#options;
    const since = performance.now();
    const limits = await this.#limits(Math.min(limit, routes.perDomain));
    if (limits === null) return pollMs;
    const full = hands.fullAccounts();
    const { rows, isRoundOver, emails } = await claimEmails(this.#options, (queries) =>
      claimRecipients<EmailOfClaim>(queries, {
        email: emailOfClaim,
        limit,
        leaseSeconds,
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
    if (full.length > 0) await sleep(pauseWithoutFullMs);
    // A claim visits some of thousands of partitions: the next ones are visited soon, though not without a pause.
    return isRoundOver ? pollMs : Math.min(pollMs, pausePerEmptyMs * this.#emptyClaims);
  }

  /** Null: everything is paused. */
  async #limits(perDomain: number): Promise<ClaimLimits | null> {
    const { pace, lanes, pauses = nothingPaused } = this.#options;
    const paused = await pauses();
    if (paused.all) return null;
    return {
      perDomain,
      domains: withoutPaused(lanes.limits(pace, perDomain), paused.domains),
      pausedAccounts: paused.accounts,
      pausedAccountDomains: paused.accountDomains,
    };
  }

  /** Waits for all that is in hand to end; false if it takes longer, or this worker is being stopped. */
  async #handsAreEmpty(withinMs: number): Promise<boolean> {
    const { hands, changed, isStopping } = this.#options;
    const until = performance.now() + withinMs;
    while (hands.size > 0 && performance.now() < until && !isStopping()) await changed.wait(pollMs);
    return hands.size === 0;
  }
}
