import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { EMAIL_OF_CLAIM, type EmailOfClaim } from "../../emails/index.ts";
import {
  ClaimCursor,
  type ClaimLimits,
  ClaimNotRecorded,
  claimRecipients,
  withoutPaused,
} from "../../recipients/index.ts";
import type { OwnFailures } from "../crash-guard/own-failures.ts";
import { Quarantine } from "../crash-guard/quarantine.ts";
import { waitForDatabase } from "../crash-guard/wait-for-database.ts";
import type { AttemptJournal } from "../journal/attempt-journal.ts";
import { MAX_CLAIM, type Scheduler } from "../schedule/scheduler.ts";
import type { InFlightRecipients } from "../settle/in-flight-recipients.ts";
import { ClaimOfOwnMail, claimEmails } from "./claim-emails.ts";
import type { ClaimedBatch } from "./claimed-email.ts";
import type { KnownPauses } from "./known-pauses.ts";
import { LEASE_SECONDS } from "./lease-keeper.ts";
import type { WakeUps } from "./wake-ups.ts";

/** After an empty claim, times the number of empty claims in a row. */
const PAUSE_PER_EMPTY_MS = 10;
/** The pause while some accounts are full and no other has mail. Each settled recipient frees capacity, and a claim for each would be too many. */
const PAUSE_WITHOUT_FULL_MS = 50;
/** Interval between checks for a writable journal. */
const PAUSE_WITHOUT_JOURNAL_MS = 50;
/** An idle worker claims this often without a notification, because a notification may be lost. */
const POLL_MS = 1_000;

type Options = {
  database: Database;
  log: Logger;
  journal: AttemptJournal;
  scheduler: Scheduler;
  inFlight: InFlightRecipients;
  failures: OwnFailures;
  wakeUps: WakeUps;
  pauses: KnownPauses;
  stopping: AbortSignal;
};

/** Claims due recipients, no more than the scheduler has capacity for, and nothing that is paused. */
export class Claimer {
  readonly #options: Options;
  readonly #quarantine: Quarantine;
  readonly #cursor = new ClaimCursor();
  #emptyClaims = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#quarantine = new Quarantine({ ...options, limits: () => this.#limits(MAX_CLAIM) });
  }

  /** Batch after batch, until the worker stops. The next claim begins when the caller asks for the next batch. */
  async *batches(): AsyncGenerator<ClaimedBatch, void> {
    const { failures, journal, scheduler, wakeUps, stopping } = this.#options;
    while (!stopping.aborted) {
      const pauseMs = journal.isWritten() ? failures.pauseMs : PAUSE_WITHOUT_JOURNAL_MS;
      if (pauseMs > 0) {
        await wakeUps.next(pauseMs);
        continue;
      }
      yield* this.#quarantine.batches();
      const limit = scheduler.claimLimit();
      if (limit === null) {
        await wakeUps.next();
        continue;
      }
      const fullAccounts = scheduler.fullAccounts();
      const claimed = await this.#tryToClaim(limit, fullAccounts);
      if (claimed && claimed.emails.length > 0) yield claimed;
      await this.#pauseAfter(claimed, fullAccounts);
    }
  }

  /** Null: the claim failed, and the database is back by now. */
  async #tryToClaim(limit: number, fullAccounts: string[]): Promise<Claimed | null> {
    const { database, log, inFlight, stopping } = this.#options;
    try {
      return await this.#claim(limit, fullAccounts);
    } catch (error) {
      if (error instanceof ClaimNotRecorded) return null;
      if (error instanceof ClaimOfOwnMail && (await inFlight.renewLeases())) return null;
      log.error(
        { event: "delivery.claim_failed", err: error },
        "could not claim mail; waiting for the database",
      );
      await waitForDatabase(database, () => stopping.aborted);
      return null;
    }
  }

  async #claim(limit: number, fullAccounts: string[]): Promise<Claimed> {
    const { scheduler } = this.#options;
    const askedAt = performance.now();
    const limits = await this.#limits(Math.min(limit, scheduler.perDomain));
    if (limits === null) return { emails: [], askedAt, isRoundOver: true };
    const { isRoundOver, emails } = await claimEmails(this.#options, (queries) =>
      claimRecipients<EmailOfClaim>(queries, {
        email: EMAIL_OF_CLAIM,
        limit,
        leaseSeconds: LEASE_SECONDS,
        cursor: this.#cursor,
        limits: { ...limits, pausedAccounts: [...limits.pausedAccounts, ...fullAccounts] },
      }),
    );
    return { emails, askedAt, isRoundOver };
  }

  /** A claim visits some of thousands of partitions, so the next ones are visited soon after an empty claim, but not at once. */
  async #pauseAfter(claimed: Claimed | null, fullAccounts: string[]): Promise<void> {
    if (claimed === null) return;
    if (claimed.emails.length > 0) {
      this.#emptyClaims = 0;
      return;
    }
    this.#emptyClaims += 1;
    if (fullAccounts.length > 0) await sleep(PAUSE_WITHOUT_FULL_MS);
    const pauseMs = claimed.isRoundOver ? POLL_MS : Math.min(POLL_MS, PAUSE_PER_EMPTY_MS * this.#emptyClaims);
    if ((await this.#options.wakeUps.next(pauseMs)) !== null) this.#emptyClaims = 0;
  }

  /** Null: everything is paused. */
  async #limits(perDomain: number): Promise<ClaimLimits | null> {
    const { scheduler, pauses } = this.#options;
    const paused = await pauses.load();
    if (paused.all) return null;
    return {
      perDomain,
      domains: withoutPaused(scheduler.domainLimits(perDomain), paused.domains),
      pausedAccounts: paused.accounts,
      pausedAccountDomains: paused.accountDomains,
    };
  }
}

/** `isRoundOver`: all partitions with due mail were visited. */
type Claimed = ClaimedBatch & { isRoundOver: boolean };
