import { ByteBudget, type HeldBytes } from "../../../platform/memory/index.ts";
import type { Dispatch } from "../route/hop.ts";
import { FairShares } from "./fair-shares.ts";

/** Limit for all slots together, for contents loaded after the claim. Each is in memory three times: as bytes, as text and as a message. */
const MAX_LARGE_BYTES = 96 * 1024 * 1024;

/** An account may take another slot while it holds fewer than three times the free ones. Alone, it can hold two thirds of all. */
const SLOTS_PER_FREE = 3;

/** `resolve` ends the wait; with null the dispatch does not begin. */
export type Waiting<Turn> = { dispatch: Dispatch; resolve: (turn: Turn | null) => void };

type Throttle<Turn> = { name: string; waiting: Waiting<Turn>[] };

type Options = {
  /** Transactions at once. */
  slots: () => number;
  /** Whether one destination may be slow while another is not: then no account may take all slots. */
  isFair: () => boolean;
  /** Order of a throttle's mail after a closing, lowest first; null: the order of claims. */
  probeRank: (dispatch: Dispatch) => number | null;
};

/** `leaveSlot` gives the slot back, and returns whether transactions of other throttles may have waited for it. */
type Started<Turn> = Waiting<Turn> & { leaveSlot: () => boolean };

/**
 * Dispatches that wait for a slot. Each throttle has a queue in the order of claims, and the throttles take turns. A dispatch with large
 * contents waits while others with large contents are being sent.
 */
export class DispatchQueue<Turn> {
  readonly #throttles = new Map<string, Throttle<Turn>>();
  readonly #largeContents = new ByteBudget(MAX_LARGE_BYTES);
  readonly #slots: FairShares;
  /** Whether a dispatch waits because its account has its share: any slot that is given back may change that. */
  #isAccountFull = false;
  readonly #probeRank: Options["probeRank"];

  constructor({ slots, isFair, probeRank }: Options) {
    this.#probeRank = probeRank;
    this.#slots = new FairShares({ total: slots, perFree: SLOTS_PER_FREE, isFair });
  }

  add(dispatch: Dispatch): Promise<Turn | null> {
    const name = dispatch.hop.throttle;
    const throttle = this.#throttles.get(name) ?? { name, waiting: [] };
    this.#throttles.set(name, throttle);
    const { promise, resolve } = Promise.withResolvers<Turn | null>();
    throttle.waiting.push({ dispatch, resolve });
    return promise;
  }

  has(dispatch: Dispatch): boolean {
    const throttle = this.#throttles.get(dispatch.hop.throttle);
    // The worker asks about the dispatch that it has just added, which is at the end.
    return throttle?.waiting.findLast((waiting) => waiting.dispatch === dispatch) !== undefined;
  }

  /** Takes out the next dispatch that may begin, of one throttle or of any. The throttle that had its turn is asked last next time. */
  next(mayBegin: (dispatch: Dispatch) => boolean, only?: string): Started<Turn> | null {
    if (this.#slots.free <= 0) return null;
    const throttles = only === undefined ? [...this.#throttles.values()] : [this.#throttles.get(only)];
    for (const throttle of throttles) {
      const started = throttle && this.#nextOf(throttle, mayBegin);
      if (!started) continue;
      this.#throttles.delete(throttle.name);
      if (throttle.waiting.length > 0) this.#throttles.set(throttle.name, throttle);
      return started;
    }
    return null;
  }

  /** Takes out all. */
  empty(): Waiting<Turn>[] {
    return this.emptyThrottles(() => true);
  }

  /** Takes out all dispatches of the throttles for which the function returns true. */
  emptyThrottles(isMeant: (throttle: string) => boolean): Waiting<Turn>[] {
    const emptied = [...this.#throttles.values()].filter(({ name }) => isMeant(name));
    for (const { name } of emptied) this.#throttles.delete(name);
    return emptied.flatMap(({ waiting }) => waiting);
  }

  #nextOf(throttle: Throttle<Turn>, mayBegin: (dispatch: Dispatch) => boolean): Started<Turn> | null {
    for (const waiting of this.#inOrder(throttle)) {
      const { dispatch } = waiting;
      const { accountId, contents, email } = dispatch.email;
      if (!this.#slots.mayTake(accountId)) {
        this.#isAccountFull = true;
        continue;
      }
      const bytes = this.#largeContents.open();
      if (contents === null && !bytes.take(email.size_bytes)) continue;
      if (!mayBegin(dispatch)) {
        bytes.release();
        return null;
      }
      throttle.waiting.splice(throttle.waiting.indexOf(waiting), 1);
      this.#slots.take(accountId);
      return { ...waiting, leaveSlot: () => this.#leaveSlot(dispatch, bytes) };
    }
    return null;
  }

  #inOrder({ waiting }: Throttle<Turn>): Waiting<Turn>[] {
    const [first] = waiting;
    if (first === undefined || this.#probeRank(first.dispatch) === null) return waiting;
    const ranks = new Map(waiting.map((each) => [each, this.#probeRank(each.dispatch) ?? 0]));
    return waiting.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  }

  #leaveSlot({ email: { accountId, contents } }: Dispatch, bytes: HeldBytes): boolean {
    const mayConcernOthers = contents === null || this.#slots.free <= 0 || this.#isAccountFull;
    this.#isAccountFull = false;
    bytes.release();
    this.#slots.give(accountId);
    return mayConcernOthers;
  }
}
