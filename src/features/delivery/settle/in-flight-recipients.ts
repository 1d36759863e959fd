import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { type Claim, renewLeases } from "../../recipients/index.ts";
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
      for (const { claim } of email.recipients) this.#leaseOf.set(claim, this.#leases.hold(claim, askedAt));
    }
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
    this.#options.scheduler.remove(claim.accountId);
    if (this.#leaseOf.size > 0) return;
    const waiting = this.#onIdle;
    this.#onIdle = [];
    for (const resolve of waiting) resolve();
  }
}
