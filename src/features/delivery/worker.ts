import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isUnavailable, Listener, MicroBatch } from "../../platform/db/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import { decideNext } from "./decide-next.ts";
import { type ClaimedEmail, deliver } from "./deliver.ts";
import { groupByEmail } from "./group-by-email.ts";
import { LeaseKeeper, leaseSeconds } from "./lease-keeper.ts";
import type { AttemptResult, Decision } from "./outcome.ts";
import {
  type Claim,
  claimRecipients,
  claimSuspect,
  lossesUntilGivenUp,
  releaseLeases,
  renewLeases,
  type Settlement,
  settleAttempts,
} from "./queries.ts";
import { queueChannel } from "./queue-notice.ts";
import { Signal } from "./signal.ts";
import { poison, SuspectTurn } from "./suspect-turn.ts";
import type { Transport } from "./transport.ts";

/** Recipients in hand: enough to keep all slots busy while the next claim is under way, few enough to lose little time if we die. */
const maxInHand = 512;
/** Claims for less than this cost more than they bring. */
const minClaim = 128;
/** Behind the notices: an idle worker looks this often on its own. */
const pollMs = 1_000;
/** After the database was away, results that others still hold must be settled before their leases are taken for dead. */
const graceAfterOutageMs = 3_000;
/** Between looks at a database that is away. */
const retryMs = 200;
const firstAccount = "00000000-0000-0000-0000-000000000000";

/** Transports do not throw, so what does is making the message: nothing has been sent, and a fixed program may do better. */
const ownFault: AttemptResult = {
  kind: "deferred",
  reason: "the message could not be made; the log has the cause",
};

/** A reply that the database will not take must not cost the outcome: without it the mail would go out again. */
function withoutReply({ state, retrySeconds, result: { kind } }: Decision): Decision {
  return {
    state,
    retrySeconds,
    result: { kind, reason: "what the server said could not be stored; the log has the cause" },
  };
}

export type WorkerOptions = { database: Database; transport: Transport; log: Logger };

/**
 * Claims due recipients, delivers each email in a slot of the transport, settles in batches. No transaction is open while a
 * socket is. Everything in hand is either settled, released at stop, or left to its lease.
 */
export class DeliveryWorker {
  readonly #options: WorkerOptions;
  readonly #leases: LeaseKeeper;
  readonly #listener: Listener;
  readonly #settling: MicroBatch<Settlement, boolean>;
  readonly #waiting: ClaimedEmail[] = [];
  readonly #suspects = new SuspectTurn();
  readonly #heldBy = new Map<Claim, ReturnType<LeaseKeeper["hold"]>>();
  #busySlots = 0;
  /** Claims go round the accounts; this is where the next one begins. */
  #after = firstAccount;
  #foundInRound = false;
  #stopping = false;
  readonly #changed = new Signal();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions) {
    const { database, log } = options;
    this.#options = options;
    this.#leases = new LeaseKeeper({ renew: (claims) => renewLeases(database, claims, leaseSeconds), log });
    this.#listener = new Listener({
      connectionString: database.connectionString,
      channel: queueChannel,
      onNotice: () => this.#changed.raise(),
      log,
    });
    this.#settling = new MicroBatch({
      write: (settlements) => settleAttempts(database, settlements),
      maxItems: 256,
      lanes: 2,
      mayRetryAlone: (error) => !isUnavailable(error),
    });
  }

  async start(): Promise<void> {
    this.#leases.start();
    await this.#listener.start();
    this.#loop = this.#claimUntilStopped();
  }

  /** Claims no more, gives back what has not begun, lets the rest reach its end and settles it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#changed.raise();
    await this.#loop;
    await this.#giveBackWaiting();
    const closed = this.#options.transport.close();
    while (this.#heldBy.size > 0) await this.#changed.wait();
    await closed;
    this.#leases.stop();
    await this.#listener.close();
  }

  async #claimUntilStopped(): Promise<void> {
    while (!this.#stopping) {
      const room = maxInHand - this.#heldBy.size;
      if (room < minClaim) await this.#changed.wait();
      else if ((await this.#tryToClaim(room)) === "nothing due") await this.#changed.wait(pollMs);
    }
  }

  async #tryToClaim(limit: number): Promise<"more may be due" | "nothing due"> {
    try {
      return await this.#claim(limit);
    } catch (error) {
      this.#options.log.error(
        { event: "delivery.claim_failed", err: error },
        "could not claim mail; waiting for the database",
      );
      await this.#databaseIsBack();
      return "more may be due";
    }
  }

  async #claim(limit: number): Promise<"more may be due" | "nothing due"> {
    const since = performance.now();
    if (this.#after === firstAccount) this.#foundInRound = false;
    const { rows, next } = await claimRecipients(this.#options.database, {
      limit,
      leaseSeconds,
      after: this.#after,
    });
    this.#after = next ?? firstAccount;
    if (rows.length > 0) this.#foundInRound = true;
    this.#take(groupByEmail(rows), since);
    if (this.#suspects.isFree()) await this.#claimSuspect();
    this.#fillSlots();
    return next === null && !this.#foundInRound ? "nothing due" : "more may be due";
  }

  async #claimSuspect(): Promise<void> {
    const since = performance.now();
    const [email] = groupByEmail(await claimSuspect(this.#options.database, leaseSeconds));
    this.#suspects.take(email?.recipients[0]?.claim ?? null);
    if (email) this.#take([email], since);
  }

  #take(emails: ClaimedEmail[], since: number): void {
    for (const email of emails) {
      for (const { claim } of email.recipients) this.#heldBy.set(claim, this.#leases.hold(claim, since));
      this.#waiting.push(email);
    }
  }

  async #databaseIsBack(): Promise<void> {
    let reachable = false;
    while (!reachable && !this.#stopping) {
      await sleep(retryMs);
      reachable = await this.#options.database.pool.query("SELECT 1").then(
        () => true,
        () => false,
      );
    }
    if (!this.#stopping) await sleep(graceAfterOutageMs);
  }

  #fillSlots(): void {
    while (this.#busySlots < this.#options.transport.concurrency) {
      const email = this.#waiting.shift();
      if (!email) return;
      this.#busySlots += 1;
      void this.#deliverInSlot(email);
    }
  }

  async #deliverInSlot(email: ClaimedEmail): Promise<void> {
    const decisions = await this.#tryToDeliver(email);
    this.#busySlots -= 1;
    this.#fillSlots();
    await Promise.all(
      email.recipients.map(({ claim }, index) =>
        this.#settle(claim, decisions ? (decisions[index] ?? null) : null),
      ),
    );
    this.#changed.raise();
  }

  /** Null when the lease was lost before anything was sent: then the result belongs to somebody else. */
  async #tryToDeliver(email: ClaimedEmail): Promise<Decision[] | null> {
    const mayTransmit = () =>
      email.recipients.every(({ claim }) => this.#heldBy.get(claim)?.mayTransmit() ?? false);
    if (!mayTransmit()) return null;
    if (email.losses >= lossesUntilGivenUp) return this.#giveUp(email);
    try {
      return await deliver(email, { ...this.#options, mayTransmit });
    } catch (error) {
      this.#options.log.error(
        { event: "delivery.failed", emailId: email.email.id, err: error },
        "could not deliver an email",
      );
      return email.recipients.map(({ claim, secondsLeft }) =>
        decideNext(ownFault, { attempt: claim.attempt, secondsLeft, random: Math.random() }),
      );
    }
  }

  #giveUp(email: ClaimedEmail): Decision[] {
    this.#options.log.error(
      { event: "delivery.poison", emailId: email.email.id, losses: email.losses },
      "an email ended three workers and is not tried any more",
    );
    return email.recipients.map(() => ({ state: "uncertain", retrySeconds: null, result: poison }));
  }

  /** A result that arrived is not forgotten because the database is away: it is written when it comes back. */
  async #settle(claim: Claim, decision: Decision | null): Promise<void> {
    while (decision) {
      try {
        const written = await this.#settling.add({ claim, decision });
        if (!written)
          this.#options.log.warn({ event: "delivery.fenced", ...claim }, "a newer attempt has taken over");
        break;
      } catch (error) {
        this.#options.log.warn(
          { event: "delivery.settle_failed", ...claim, err: error },
          "could not settle an attempt",
        );
        if (!isUnavailable(error)) decision = withoutReply(decision);
        await sleep(retryMs);
      }
    }
    this.#letGo(claim);
  }

  #letGo(claim: Claim): void {
    this.#heldBy.get(claim)?.letGo();
    this.#heldBy.delete(claim);
    this.#suspects.end(claim);
  }

  async #giveBackWaiting(): Promise<void> {
    const claims = this.#waiting.splice(0).flatMap(({ recipients }) => recipients.map(({ claim }) => claim));
    if (claims.length > 0) await releaseLeases(this.#options.database, claims).catch(() => undefined);
    for (const claim of claims) this.#letGo(claim);
  }
}
