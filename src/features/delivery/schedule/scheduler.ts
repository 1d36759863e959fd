import type { DomainLimit } from "../../recipients/index.ts";
import type { ClaimedEmail } from "../claim/claimed-email.ts";
import type { Dispatch } from "../route/hop.ts";
import type { Routes } from "../route/router.ts";
import type { Feedback } from "../throttles/feedback.ts";
import type { Sending } from "../throttles/local-throttle.ts";
import type { Throttles } from "../throttles/throttles.ts";
import { DispatchQueue, type Waiting } from "./dispatch-queue.ts";
import { FairShares } from "./fair-shares.ts";
import { InFlightByThrottle } from "./in-flight-by-throttle.ts";

/** Claims for fewer recipients than this are not worth their cost. */
const MIN_CLAIM = 128;
/** While some accounts have their share, the others' mail is worth a small claim. */
const MIN_CLAIM_FOR_OTHERS = 16;
/** Claims for more than this keep other workers from a fair share. */
export const MAX_CLAIM = 512;
/** Where accounts share the capacity, a claim takes at most this part of what is free, because it may return the mail of one account alone. */
const PART_OF_SHARED = 1 / 4;
/** While this worker has no place in the throttle of all mail, a claim only shows whether it has one now: more would be given back. */
const PROBE_CLAIM = 1;
/**
 * An account gets no more recipients in flight than are free: its mail to slow destinations must not leave the others without any.
 */
const IN_FLIGHT_PER_FREE = 1;

/** The right to send one transaction: a slot of this worker and a place in its throttle. */
export type Turn = {
  /** Gives back the place in the throttle, with what is known of its servers. Only the first call counts. */
  leaveThrottle: (feedback: Feedback | null) => void;
  /** Gives back the slot, and the place if that has not happened. */
  end: (feedback: Feedback | null) => void;
};

type Options = {
  routes: Pick<Routes, "maxInFlight" | "maxTransactions" | "perDomain">;
  throttles: Throttles;
  /** Called when a claim may return more than before. */
  onCapacity: () => void;
};

/**
 * Owns the capacity of one worker: how many recipients may be claimed, of which accounts and domains, and which transaction may begin
 * next. Capacity is limited in recipients in flight, in transactions at once, by throttle, and by account where destinations differ in
 * speed.
 */
export class Scheduler {
  readonly #options: Options;
  readonly #recipients: FairShares;
  readonly #byThrottle = new InFlightByThrottle();
  readonly #queue: DispatchQueue<Turn>;
  /** Throttles whose mail waits for a rate limit. */
  readonly #rateTimers = new Map<string, NodeJS.Timeout>();
  /** 0: this worker has no place in the throttle of all mail, until the throttles change. */
  #mostPerClaim = MAX_CLAIM;
  #isStopped = false;

  constructor(options: Options) {
    const { routes, throttles } = options;
    const isFair = () => Number.isFinite(routes.perDomain);
    this.#options = options;
    this.#recipients = new FairShares({
      total: () => routes.maxInFlight,
      perFree: IN_FLIGHT_PER_FREE,
      isFair,
    });
    this.#queue = new DispatchQueue({
      slots: () => routes.maxTransactions,
      isFair,
      probeRank: (dispatch) => throttles.probeRank(dispatch.hop.throttle, sendingOf(dispatch)),
    });
    throttles.onCapacity(() => {
      if (this.#mostPerClaim === 0) this.#mostPerClaim = PROBE_CLAIM;
      this.#refuseClosed();
      this.#startWaiting();
      options.onCapacity();
    });
  }

  /** Recipients that the next claim may take; null: too few to be worth a claim. */
  claimLimit(): number | null {
    if (this.#mostPerClaim === 0) return null;
    const { free } = this.#recipients;
    if (free < (this.fullAccounts().length > 0 ? MIN_CLAIM_FOR_OTHERS : MIN_CLAIM)) return null;
    return Math.min(this.#isShared() ? Math.ceil(PART_OF_SHARED * free) : free, this.#mostPerClaim);
  }

  /** Accounts that have their share of the recipients in flight. */
  fullAccounts(): string[] {
    return this.#recipients.full();
  }

  /** Recipients of one domain in one claim, while nothing is known of how fast it takes them. */
  get perDomain(): number {
    return this.#options.routes.perDomain;
  }

  /** Domains of which a claim may take less than `perDomain`. */
  domainLimits(perDomain: number): DomainLimit[] {
    return this.#byThrottle.limits(this.#options.throttles, { perDomain, hasOneHop: !this.#isShared() });
  }

  /** Counts recipients that were claimed. */
  add({ accountId, recipients }: ClaimedEmail): void {
    this.#recipients.take(accountId, recipients.length);
  }

  /** Counts one recipient less: it was settled or given back. */
  remove(accountId: string): void {
    this.#recipients.give(accountId);
  }

  /** Until the returned function is called, no more is claimed for the domains of these recipients: their throttles are not known. */
  holdDomains(email: ClaimedEmail): () => void {
    return this.#byThrottle.holdDomains(email);
  }

  /** Resolves when the transaction may begin. Null: it must be given back, because its throttle is closed or the worker stops. */
  async enqueue(dispatch: Dispatch): Promise<Turn | null> {
    const { throttle, plan } = dispatch.hop;
    const { throttles } = this.#options;
    this.#byThrottle.add(dispatch);
    throttles.register(throttle, plan);
    const hasPlace = throttles.capacity(throttle) > 0;
    this.#limitClaims(hasPlace);
    if (this.#isStopped || !hasPlace) return null;
    const turn = this.#queue.add(dispatch);
    this.#startWaiting(throttle);
    return await turn;
  }

  /** Whether it has neither begun nor been refused. */
  isWaiting(dispatch: Dispatch): boolean {
    return this.#queue.has(dispatch);
  }

  /** A transaction that was enqueued is settled or given back. */
  leave(dispatch: Dispatch): void {
    this.#byThrottle.remove(dispatch);
    this.#options.onCapacity();
  }

  /** Begins no more transactions. */
  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#rateTimers.values()) clearTimeout(timer);
    refuse(this.#queue.empty());
  }

  /** Starts as many waiting transactions as may begin. `throttle`: only this one's, where nothing has changed for thousands of others. */
  #startWaiting(throttle?: string): void {
    const mayBegin = (dispatch: Dispatch) => this.#mayBegin(dispatch);
    for (;;) {
      const started = this.#queue.next(mayBegin, throttle);
      if (started === null) return;
      const { dispatch, resolve, leaveSlot } = started;
      resolve(this.#turnOf(dispatch, leaveSlot));
    }
  }

  #mayBegin(dispatch: Dispatch): boolean {
    const { throttle, plan, rate } = dispatch.hop;
    const { throttles } = this.#options;
    const waitMs = rate?.waitMs() ?? 0;
    if (waitMs > 0) {
      this.#startIn(waitMs, throttle);
      return false;
    }
    // Throttles are forgotten after a time without transactions, even if mail waits for other reasons. One that exists may have newer
    // limits than this mail.
    if (!throttles.has(throttle)) throttles.register(throttle, plan);
    if (!throttles.acquire(throttle, sendingOf(dispatch))) return false;
    rate?.take(dispatch.recipients.length);
    return true;
  }

  #startIn(ms: number, throttle: string): void {
    if (this.#rateTimers.has(throttle)) return;
    const start = () => {
      this.#rateTimers.delete(throttle);
      this.#startWaiting(throttle);
    };
    this.#rateTimers.set(throttle, setTimeout(start, Math.ceil(ms)));
  }

  #turnOf(dispatch: Dispatch, leaveSlot: () => boolean): Turn {
    const { throttle } = dispatch.hop;
    const { throttles } = this.#options;
    let hasPlace = true;
    const leaveThrottle = (feedback: Feedback | null) => {
      if (!hasPlace) return;
      hasPlace = false;
      throttles.release(throttle, feedback, sendingOf(dispatch));
      if (throttles.capacity(throttle) === 0) this.#refuseClosed();
      else this.#startWaiting(throttle);
    };
    const end = (feedback: Feedback | null) => {
      const mayConcernOthers = leaveSlot();
      leaveThrottle(feedback);
      this.#startWaiting(mayConcernOthers ? undefined : throttle);
    };
    return { leaveThrottle, end };
  }

  #refuseClosed(): void {
    const { throttles } = this.#options;
    refuse(this.#queue.emptyThrottles((throttle) => throttles.capacity(throttle) === 0));
  }

  /** Where one hop has all mail, domains do not limit claims. Without a place in its throttle, a worker would claim the same mail forever. */
  #limitClaims(hasPlace: boolean): void {
    this.#mostPerClaim = hasPlace || this.#isShared() ? MAX_CLAIM : 0;
  }

  /** Whether one destination may be slow while another is not. Otherwise one account may have all. */
  #isShared(): boolean {
    return Number.isFinite(this.#options.routes.perDomain);
  }
}

function refuse(waiting: Waiting<Turn>[]): void {
  for (const { resolve } of waiting) resolve(null);
}

function sendingOf({ email: { accountId }, recipients }: Dispatch): Sending {
  return { accountId, domain: recipients[0]?.domain ?? "" };
}
