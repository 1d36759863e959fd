import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { EMAIL_OF_CLAIM, type EmailOfClaim } from "../../emails/index.ts";
import {
  type ClaimLimits,
  ClaimNotRecorded,
  claimQuarantined,
  hasQuarantined,
  resetCrashCounts,
} from "../../recipients/index.ts";
import { claimEmails } from "../claim/claim-emails.ts";
import type { ClaimedBatch } from "../claim/claimed-email.ts";
import { LEASE_SECONDS } from "../claim/lease-keeper.ts";
import type { AttemptJournal } from "../journal/attempt-journal.ts";
import type { AttemptResult } from "../outcome.ts";
import type { InFlightRecipients } from "../settle/in-flight-recipients.ts";

/** Interval between searches for quarantined recipients while there are none. */
const LOOK_EVERY_MS = 1_000;
/** A longer turn would hold up other mail; the next turn comes after a pause of the same length. */
const TURN_MS = 10_000;
/** A turn begins when nothing is in flight. If that takes longer than this, the turn is postponed, and the next wait may take twice as long. */
const MIN_PATIENCE_MS = 5_000;
const MAX_PATIENCE_MS = 60_000;
/** Waiting until nothing is in flight costs other mail a tenth of the time at most. */
const PAUSE_PER_PATIENCE = 10;
/**
 * An email that crashes workers does so while its message is built, or soon after. After this time, the email is only waiting for a server,
 * which is not evidence against it.
 */
const ALONE_MS = 60_000;

/** Two workers ended with this email among others, and three with it alone. It may have been sent, so it did not fail. */
export const POISON: AttemptResult = {
  kind: "uncertain",
  reason:
    "poison: workers crashed repeatedly while this email was in flight, at last with no other email, so it is not retried. The workers' logs show the cause.",
};

type Options = {
  database: Database;
  log: Logger;
  journal: AttemptJournal;
  inFlight: InFlightRecipients;
  /** Null: everything is paused. */
  limits: () => Promise<ClaimLimits | null>;
  stopping: AbortSignal;
};

/**
 * Delivers the recipients whose workers ended twice (F24): one email at a time, with nothing else in flight, so that the next crash is
 * certainly caused by that email.
 */
export class Quarantine {
  readonly #options: Options;
  #nextLookAt = 0;
  #patienceMs = MIN_PATIENCE_MS;

  constructor(options: Options) {
    this.#options = options;
  }

  /** One email after the other, if a turn is due. Never rejects. */
  async *batches(): AsyncGenerator<ClaimedBatch, void> {
    if (performance.now() < this.#nextLookAt) return;
    const { log, stopping } = this.#options;
    try {
      const limits = await this.#limitsOfTurn();
      if (limits === null) return;
      this.#patienceMs = MIN_PATIENCE_MS;
      const endsAt = performance.now() + TURN_MS;
      while (performance.now() < endsAt && !stopping.aborted) {
        this.#nextLookAt = performance.now() + TURN_MS;
        const batch = await this.#claim(limits);
        if (batch.emails.length === 0) return this.#lookAgainIn(LOOK_EVERY_MS);
        yield batch;
        if (!(await this.#ended(batch))) return this.#postpone();
      }
    } catch (error) {
      if (!(error instanceof ClaimNotRecorded))
        log.error({ event: "delivery.claim_failed", err: error }, "could not claim quarantined mail");
      this.#postpone();
    }
  }

  /** Null: there is nothing to do now, or a turn cannot begin because other mail stays in flight. */
  async #limitsOfTurn(): Promise<ClaimLimits | null> {
    const { database, inFlight, limits } = this.#options;
    const limitsNow = await limits();
    if (limitsNow === null) return null;
    if (!(await hasQuarantined(database, limitsNow))) {
      this.#lookAgainIn(LOOK_EVERY_MS);
      return null;
    }
    if (await inFlight.isIdleWithin(this.#patienceMs)) return await limits();
    this.#postpone();
    return null;
  }

  async #claim(limits: ClaimLimits): Promise<ClaimedBatch> {
    const askedAt = performance.now();
    const { emails } = await claimEmails(this.#options, (queries) =>
      claimQuarantined<EmailOfClaim>(queries, { email: EMAIL_OF_CLAIM, leaseSeconds: LEASE_SECONDS, limits }),
    );
    return { emails, askedAt };
  }

  /** False: the email has waited for a server for so long that it did not cause the crashes. It leaves quarantine. */
  async #ended({ emails }: ClaimedBatch): Promise<boolean> {
    const { database, inFlight } = this.#options;
    if (await inFlight.isIdleWithin(ALONE_MS)) return true;
    const claims = emails.flatMap(({ recipients }) => recipients.map(({ claim }) => claim));
    await resetCrashCounts(database, claims);
    return false;
  }

  #lookAgainIn(ms: number): void {
    this.#nextLookAt = performance.now() + ms;
  }

  #postpone(): void {
    this.#lookAgainIn(PAUSE_PER_PATIENCE * this.#patienceMs);
    this.#patienceMs = Math.min(2 * this.#patienceMs, MAX_PATIENCE_MS);
  }
}
