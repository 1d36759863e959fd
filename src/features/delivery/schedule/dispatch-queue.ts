import { ByteBudget, type HeldBytes } from "../../../platform/memory/index.ts";
import type { Dispatch } from "../route/hop.ts";
import { FairShares } from "./fair-shares.ts";

/** Contents that did not come with their claim, in all slots together: each is there as bytes, as text and as a message. */
const MAX_LARGE_BYTES = 96 * 1024 * 1024;

/** An account gets more while it has less than so many times what is free: alone, two thirds of all. */
const SLOTS_PER_FREE = 3;

type Throttle = { name: string; waiting: Dispatch[] };

type Options = {
  /** Transactions under way at once. */
  slots: () => number;
  /** Whether one destination may be slow while another is not: then no account may have so many slots that none are left. */
  hasSlowOnes: () => boolean;
  /** Which of a throttle's mail to try first after a closing, lowest first; null: in the order of claims. */
  probeRank: (dispatch: Dispatch) => number | null;
};

/** What may begin now, with its slot. */
type Begun = {
  dispatch: Dispatch;
  /** Gives the slot back; answers whether others than those of its throttle may have waited for it. */
  end: () => boolean;
};

/** Dispatches that have no slot yet, throttle by throttle, each in the order of its claims; what is large waits while others are large. */
export class DispatchQueue {
  readonly #throttles = new Map<string, Throttle>();
  readonly #largeContents = new ByteBudget(MAX_LARGE_BYTES);
  readonly #slots: FairShares;
  /** Whether something waits because its account has its share: a slot that anybody gives back may change that. */
  #isSomebodyFull = false;

  readonly #probeRank: Options["probeRank"];

  constructor({ slots, hasSlowOnes, probeRank }: Options) {
    this.#probeRank = probeRank;
    this.#slots = new FairShares({ total: slots, perFree: SLOTS_PER_FREE, isFair: hasSlowOnes });
  }

  add(dispatch: Dispatch): void {
    const name = dispatch.hop.throttle;
    const throttle = this.#throttles.get(name) ?? { name, waiting: [] };
    this.#throttles.set(name, throttle);
    throttle.waiting.push(dispatch);
  }

  has(dispatch: Dispatch): boolean {
    return this.#throttles.get(dispatch.hop.throttle)?.waiting.includes(dispatch) ?? false;
  }

  /** The first that may begin, of one throttle, or asked of throttle after throttle, each time from another one on. */
  begin(mayBegin: (dispatch: Dispatch) => boolean, only?: string): Begun | null {
    if (this.#slots.free <= 0) return null;
    const asked = only === undefined ? [...this.#throttles.values()] : [this.#throttles.get(only)];
    for (const throttle of asked) {
      const begun = throttle && this.#beginOf(throttle, mayBegin);
      if (!begun) continue;
      this.#throttles.delete(throttle.name);
      if (throttle.waiting.length > 0) this.#throttles.set(throttle.name, throttle);
      return begun;
    }
    return null;
  }

  /** All that still wait; there are none after it. */
  empty(): Dispatch[] {
    const all = [...this.#throttles.values()].flatMap(({ waiting }) => waiting);
    this.#throttles.clear();
    return all;
  }

  /** Those of all such throttles; none waits there after it. */
  emptyThrottles(isMeant: (throttle: string) => boolean): Dispatch[] {
    const emptied = [...this.#throttles.values()].filter(({ name }) => isMeant(name));
    for (const { name } of emptied) this.#throttles.delete(name);
    return emptied.flatMap(({ waiting }) => waiting);
  }

  #beginOf(throttle: Throttle, mayBegin: (dispatch: Dispatch) => boolean): Begun | null {
    for (const dispatch of this.#inOrder(throttle)) {
      const { accountId, contents, email } = dispatch.email;
      if (!this.#slots.mayTake(accountId)) {
        this.#isSomebodyFull = true;
        continue;
      }
      const bytes = this.#largeContents.open();
      if (contents === null && !bytes.take(email.size_bytes)) continue;
      if (!mayBegin(dispatch)) {
        bytes.release();
        return null;
      }
      throttle.waiting.splice(throttle.waiting.indexOf(dispatch), 1);
      this.#slots.take(accountId);
      return { dispatch, end: () => this.#end(dispatch, bytes) };
    }
    return null;
  }

  #inOrder({ waiting }: Throttle): Dispatch[] {
    const [first] = waiting;
    if (first === undefined || this.#probeRank(first) === null) return waiting;
    const ranks = new Map(waiting.map((dispatch) => [dispatch, this.#probeRank(dispatch) ?? 0]));
    return waiting.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  }

  #end({ email: { accountId, contents } }: Dispatch, bytes: HeldBytes): boolean {
    const heldUpOthers = contents === null || this.#slots.free <= 0 || this.#isSomebodyFull;
    this.#isSomebodyFull = false;
    bytes.release();
    this.#slots.give(accountId);
    return heldUpOthers;
  }
}
