import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { type Claim, renewLeases } from "../../recipients/index.ts";
import type { ClaimedEmail, ClaimedRecipient } from "../claim/claimed-email.ts";
import { LEASE_SECONDS, LeaseKeeper } from "../claim/lease-keeper.ts";
import type { AttemptJournal } from "../journal/journal.ts";
import type { Decision, Untried } from "../outcome.ts";
import { Releaser } from "../settle/releaser.ts";
import { Settler } from "../settle/settler.ts";
import type { Settled } from "../worker-options.ts";
import { FairShares } from "./fair-shares.ts";

/** Recipients of one email. */
export type RecipientsOfEmail = { email: ClaimedEmail; recipients: ClaimedRecipient[] };

/** Claims with less room than this cost more than they bring. */
const MIN_ROOM = 128;
/** While some accounts have all that they may have, the others' mail is worth it. */
const MIN_ROOM_FOR_OTHERS = 16;
/** Claims for more than this keep other workers from a fair share. */
export const MAX_CLAIM = 512;
/** Of room that accounts share a claim takes this part at most, for it may bring the mail of one alone. */
const PART_OF_SHARED = 1 / 4;
/** An account gets no more while it has as many as are free: what it has for slow destinations must not keep out the others'. */
const IN_FLIGHT_PER_FREE = 1;

type Options = {
  database: Database;
  log: Logger;
  journal: AttemptJournal;
  /** Recipients at once. */
  most: () => number;
  /** Whether one destination may be slow while another is not. */
  hasSlowOnes: () => boolean;
  isStopping: () => boolean;
  onSettled?: ((settled: Settled) => void) | undefined;
};

/** What a worker has claimed and not yet settled or given back: leases, the journal's journal, and the two ways out. */
export class InFlightRecipients {
  readonly #options: Options;
  readonly #leases: LeaseKeeper;
  readonly #settler: Settler;
  readonly #releaser: Releaser;
  readonly #heldBy = new Map<Claim, ReturnType<LeaseKeeper["hold"]>>();
  readonly #shares: FairShares;

  constructor(options: Options) {
    const { database, log, most, hasSlowOnes } = options;
    this.#options = options;
    this.#shares = new FairShares({ total: most, perFree: IN_FLIGHT_PER_FREE, isFair: hasSlowOnes });
    this.#leases = new LeaseKeeper({ renew: (claims) => renewLeases(database, claims, LEASE_SECONDS), log });
    this.#settler = new Settler({ database, log });
    this.#releaser = new Releaser(options);
  }

  start(): void {
    this.#leases.start();
  }

  stop(): void {
    this.#leases.stop();
  }

  /** Recipients. */
  get size(): number {
    return this.#heldBy.size;
  }

  /** Null: there is no room that is worth a claim. */
  mostToClaim(): number | null {
    const { free } = this.#shares;
    if (free < (this.fullAccounts().length > 0 ? MIN_ROOM_FOR_OTHERS : MIN_ROOM)) return null;
    return Math.min(this.#options.hasSlowOnes() ? Math.ceil(PART_OF_SHARED * free) : free, MAX_CLAIM);
  }

  /** Accounts of which no more is to be taken now. */
  fullAccounts(): string[] {
    return this.#shares.full();
  }

  /** `since` is when the claim was asked for, by performance.now(). */
  take(emails: ClaimedEmail[], since: number): void {
    for (const { accountId, recipients } of emails) {
      this.#shares.take(accountId, recipients.length);
      for (const { claim } of recipients) this.#heldBy.set(claim, this.#leases.hold(claim, since));
    }
  }

  /** Whether all of them are still ours. */
  mayTransmit(recipients: ClaimedRecipient[]): boolean {
    return recipients.every(({ claim }) => this.#heldBy.get(claim)?.mayTransmit() ?? false);
  }

  async settle({ email, recipients }: RecipientsOfEmail, decisions: Decision[]): Promise<void> {
    await Promise.all(
      recipients.map(async (recipient, index) => {
        const { claim } = recipient;
        const decision = decisions[index] as Decision;
        if (await this.#settler.settle({ claim, decision })) this.#tellSettled(email, recipient, decision);
        this.#letGo(claim);
      }),
    );
  }

  /** Gives back what was not tried, as it was: no event, no attempt, the same place in its throttle. */
  async giveBack(
    recipients: ClaimedRecipient[],
    { cooldownSeconds = 0 }: Pick<Untried, "cooldownSeconds"> = {},
  ): Promise<void> {
    this.#options.journal.recordWaiting(recipients.map(({ claim }) => claim));
    await Promise.all(
      recipients.map(async (recipient) => {
        if (await this.#releaser.release({ ...recipient, cooldownSeconds })) this.#letGo(recipient.claim);
        else this.#loseHold(recipient.claim);
      }),
    );
  }

  #tellSettled(
    { accountId, email }: ClaimedEmail,
    { address, domain }: ClaimedRecipient,
    { state, result }: Decision,
  ): void {
    const { id: emailId, api_key_id: keyId } = email;
    const since = email.scheduled_at ?? email.created_at;
    this.#options.onSettled?.({ accountId, emailId, keyId, address, domain, state, result, since });
  }

  #letGo(claim: Claim): void {
    this.#loseHold(claim);
    this.#options.journal.recordSettled(claim);
  }

  #loseHold(claim: Claim): void {
    this.#heldBy.get(claim)?.letGo();
    if (this.#heldBy.delete(claim)) this.#shares.give(claim.accountId);
  }
}
