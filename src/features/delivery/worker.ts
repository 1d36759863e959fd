import { setTimeout as sleep } from "node:timers/promises";
import { type Database, Listener } from "../../platform/db/index.ts";
import type { HeldBytes } from "../../platform/memory/index.ts";
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
  hasSuspects,
  releaseLeases,
  renewLeases,
} from "./queries.ts";
import { queueChannel } from "./queue-notice.ts";
import { Settler } from "./settler.ts";
import { Signal } from "./signal.ts";
import { poison, SuspectTurn } from "./suspect-turn.ts";
import type { Transport } from "./transport.ts";
import { WaitingRoom } from "./waiting-room.ts";

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

export type WorkerOptions = {
  database: Database;
  transport: Transport;
  log: Logger;
  /** Called after an outcome of mail that came with a key has been written, but for the simulator's. */
  onSettled?: (key: { accountId: string; keyId: number }, state: Decision["state"]) => void;
};

/**
 * Claims due recipients, delivers each email in a slot of the transport, settles in batches. No transaction is open while a
 * socket is. Everything in hand is either settled, released at stop, or left to its lease.
 */
export class DeliveryWorker {
  readonly #options: WorkerOptions;
  readonly #leases: LeaseKeeper;
  readonly #listener: Listener;
  readonly #settler: Settler;
  readonly #waiting = new WaitingRoom();
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
    this.#settler = new Settler({ database, log });
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
      await this.#trySuspects();
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
    return next === null && !this.#foundInRound ? "nothing due" : "more may be due";
  }

  /** Emails that may be what ended workers, one at a time and with nothing else in hand. */
  async #trySuspects(): Promise<void> {
    const { database, log } = this.#options;
    try {
      if (!this.#suspects.isDue()) return;
      if (!(await hasSuspects(database))) return this.#suspects.none();
      if (!(await this.#handsAreEmpty(this.#suspects.patienceMs))) return this.#suspects.putOff();
      const mayGoOn = this.#suspects.begin();
      while (mayGoOn() && !this.#stopping) {
        const since = performance.now();
        const emails = groupByEmail(await claimSuspect(database, leaseSeconds));
        if (emails.length === 0) return this.#suspects.none();
        this.#take(emails, since);
        await this.#handsAreEmpty(Number.POSITIVE_INFINITY);
      }
    } catch (error) {
      log.error({ event: "delivery.claim_failed", err: error }, "could not claim suspects");
      this.#suspects.putOff();
    }
  }

  /** Waits for all that is in hand to end; false if it takes longer, or this worker is being stopped. */
  async #handsAreEmpty(withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs;
    while (this.#heldBy.size > 0 && performance.now() < until && !this.#stopping)
      await this.#changed.wait(pollMs);
    return this.#heldBy.size === 0;
  }

  #take(emails: ClaimedEmail[], since: number): void {
    for (const email of emails) {
      for (const { claim } of email.recipients) this.#heldBy.set(claim, this.#leases.hold(claim, since));
      this.#waiting.add(email);
    }
    this.#fillSlots();
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
      const next = this.#waiting.next();
      if (!next) return;
      this.#busySlots += 1;
      void this.#deliverInSlot(next.email, next.bytes);
    }
  }

  async #deliverInSlot(email: ClaimedEmail, bytes: HeldBytes): Promise<void> {
    const decisions = await this.#tryToDeliver(email);
    bytes.release();
    this.#busySlots -= 1;
    this.#fillSlots();
    if (decisions)
      await Promise.all(
        email.recipients.map(({ claim }, index) => this.#settle(email, claim, decisions[index] as Decision)),
      );
    else await this.#giveBack(email.recipients.map(({ claim }) => claim));
    this.#changed.raise();
  }

  /** Null when the lease was lost before anything was sent: then it is given back, or belongs to somebody else. */
  async #tryToDeliver(email: ClaimedEmail): Promise<Decision[] | null> {
    const mayTransmit = () =>
      email.recipients.every(({ claim }) => this.#heldBy.get(claim)?.mayTransmit() ?? false);
    if (!mayTransmit()) return null;
    if (email.isPoison) return this.#giveUp(email);
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
      { event: "delivery.poison", emailId: email.email.id },
      "an email ended workers again and again and is not tried any more",
    );
    return email.recipients.map(() => ({ state: "uncertain", retrySeconds: null, result: poison }));
  }

  async #settle(email: ClaimedEmail, claim: Claim, decision: Decision): Promise<void> {
    if (await this.#settler.settle(claim, decision)) this.#tellSettled(email, decision);
    this.#letGo(claim);
  }

  #tellSettled(
    { accountId, email: { api_key_id: keyId }, simulated }: ClaimedEmail,
    { state }: Decision,
  ): void {
    if (keyId !== null && !simulated) this.#options.onSettled?.({ accountId, keyId }, state);
  }

  #letGo(claim: Claim): void {
    this.#heldBy.get(claim)?.letGo();
    this.#heldBy.delete(claim);
  }

  async #giveBackWaiting(): Promise<void> {
    await this.#giveBack(
      this.#waiting.empty().flatMap(({ recipients }) => recipients.map(({ claim }) => claim)),
    );
  }

  /** What has not begun. If the database is away, the end of the lease does the same. */
  async #giveBack(claims: Claim[]): Promise<void> {
    if (claims.length > 0) await releaseLeases(this.#options.database, claims).catch(() => undefined);
    for (const claim of claims) this.#letGo(claim);
  }
}
