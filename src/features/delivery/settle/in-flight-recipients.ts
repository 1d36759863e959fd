import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { type Claim, type ClaimedRow, renewLeases } from "../../recipients/index.ts";
import type { ClaimedBatch, ClaimedEmail, ClaimedRecipient } from "../claim/claimed-email.ts";
import { LEASE_SECONDS, LeaseKeeper } from "../claim/lease-keeper.ts";
import type { AttemptJournal } from "../journal/attempt-journal.ts";
import { type Decision, isDecided, type Step, type Untried } from "../outcome.ts";
import type { Scheduler } from "../schedule/scheduler.ts";
import type { Settled } from "../worker-options.ts";
import { Releaser } from "./releaser.ts";
import { Settler } from "./settler.ts";

/** Recipients of one email. */
export type RecipientsOfEmail = { email: ClaimedEmail; recipients: ClaimedRecipient[] };

/** A row of a claim. */
export type TakenRow = Pick<ClaimedRow<unknown>, "email_id" | "position" | "lease" | "previous_state">;

type Options = {
  database: Database;
  log: Logger;
  journal: AttemptJournal;
  scheduler: Scheduler;
  stopping: AbortSignal;
  onSettled?: ((settled: Settled) => void) | undefined;
};

/**
 * The recipients that a worker has claimed. Each leaves in one of two ways: settled, when an attempt has a result, or given back, when
 * there was no attempt. Meanwhile its lease is renewed.
 */
export class InFlightRecipients {
  readonly #options: Options;
  readonly #leases: LeaseKeeper;
  readonly #settler: Settler;
  readonly #releaser: Releaser;
  readonly #leaseOf = new Map<Claim, ReturnType<LeaseKeeper["hold"]>>();
  /** The lease of each recipient, by email and position. */
  readonly #leaseNumbers = new Map<string, number>();
  #onIdle: (() => void)[] = [];

  constructor(options: Options) {
    const { database, log, stopping } = options;
    this.#options = options;
    this.#leases = new LeaseKeeper({ renew: (claims) => renewLeases(database, claims, LEASE_SECONDS), log });
    this.#settler = new Settler({ database, log });
    this.#releaser = new Releaser({ database, isStopping: () => stopping.aborted });
  }

  start(): void {
    this.#leases.start();
  }

  stop(): void {
    this.#leases.stop();
  }

  add({ emails, askedAt }: ClaimedBatch): void {
    for (const email of emails) {
      this.#options.scheduler.add(email);
      for (const { claim } of email.recipients) {
        this.#leaseOf.set(claim, this.#leases.hold(claim, askedAt));
        this.#leaseNumbers.set(keyOf(claim), claim.lease);
      }
    }
  }

  /** Whether a claim took this recipient from this worker itself, while its attempt goes on. */
  isOwn({ email_id, position, lease, previous_state }: TakenRow): boolean {
    // Recipients that were settled or given back a moment ago are in another state.
    if (previous_state !== "sending") return false;
    return this.#leaseNumbers.get(keyOf({ emailId: email_id, position })) === lease - 1;
  }

  /** Returns false if the database was unavailable. */
  renewLeases(): Promise<boolean> {
    return this.#leases.renewAll();
  }

  /** Whether the leases of all of them last long enough to send. */
  mayTransmit(recipients: ClaimedRecipient[]): boolean {
    return recipients.every(({ claim }) => this.#leaseOf.get(claim)?.mayTransmit() ?? false);
  }

  /** Ends each recipient by its step, in the same order: records the decision, or gives the recipient back. */
  async settle({ email, recipients }: RecipientsOfEmail, steps: Step[]): Promise<void> {
    const untriedOnes = recipients.filter((_, index) => !isDecided(steps[index] as Step));
    if (untriedOnes.length > 0) this.#options.journal.recordWaiting(untriedOnes.map(({ claim }) => claim));
    await Promise.all(
      recipients.map((recipient, index) => {
        const step = steps[index] as Step;
        return isDecided(step) ? this.#record(email, recipient, step) : this.#release(recipient, step);
      }),
    );
  }

  /** Gives back recipients without an attempt: no event, no count, the same place in their partition. */
  async giveBack(recipients: ClaimedRecipient[]): Promise<void> {
    this.#options.journal.recordWaiting(recipients.map(({ claim }) => claim));
    await Promise.all(recipients.map((recipient) => this.#release(recipient, {})));
  }

  /** Waits until nothing is in flight; false if that takes longer, or the worker stops. */
  async isIdleWithin(withinMs: number): Promise<boolean> {
    const { stopping } = this.#options;
    if (this.#leaseOf.size > 0 && !stopping.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, withinMs);
      const onStop = () => resolve();
      stopping.addEventListener("abort", onStop);
      void this.untilIdle().then(resolve);
      await promise;
      clearTimeout(timer);
      stopping.removeEventListener("abort", onStop);
    }
    return this.#leaseOf.size === 0;
  }

  async untilIdle(): Promise<void> {
    if (this.#leaseOf.size > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** Waits for as long as the database is unavailable. */
  async #record(
    { accountId, email }: ClaimedEmail,
    { claim, address, domain }: ClaimedRecipient,
    decision: Decision,
  ): Promise<void> {
    const { journal, onSettled } = this.#options;
    if (await this.#settler.settle({ claim, decision })) {
      const { id: emailId, api_key_id: keyId } = email;
      const { state, result } = decision;
      const since = email.scheduled_at ?? email.created_at;
      onSettled?.({ accountId, emailId, keyId, address, domain, state, result, since });
    }
    this.#remove(claim);
    journal.recordSettled(claim);
  }

  async #release(
    recipient: ClaimedRecipient,
    { cooldownSeconds = 0 }: Pick<Untried, "cooldownSeconds">,
  ): Promise<void> {
    const isReleased = await this.#releaser.release({ ...recipient, cooldownSeconds });
    this.#remove(recipient.claim);
    // Otherwise the journal or the lease gives it back.
    if (isReleased) this.#options.journal.recordSettled(recipient.claim);
  }

  #remove(claim: Claim): void {
    this.#leaseOf.get(claim)?.letGo();
    if (!this.#leaseOf.delete(claim)) return;
    if (this.#leaseNumbers.get(keyOf(claim)) === claim.lease) this.#leaseNumbers.delete(keyOf(claim));
    this.#options.scheduler.remove(claim.accountId);
    if (this.#leaseOf.size > 0) return;
    const waiting = this.#onIdle;
    this.#onIdle = [];
    for (const resolve of waiting) resolve();
  }
}

function keyOf({ emailId, position }: Pick<Claim, "emailId" | "position">): string {
  return `${emailId} ${position}`;
}
