import { ByteBudget, type HeldBytes } from "../../../platform/memory/index.ts";
import type { Dispatch } from "../routing/hop.ts";
import { FairShares } from "./fair-shares.ts";

/** Contents that did not come with their claim, in all slots together: each is there as bytes, as text and as a message. */
const maxLargeBytes = 96 * 1024 * 1024;

/** An account gets more while it has less than so many times what is free: alone, two thirds of all. */
const slotsPerFree = 3;

type Lane = { name: string; waiting: Dispatch[] };

type Options = {
  /** Transactions under way at once. */
  slots: () => number;
  /** Whether one destination may be slow while another is not: then no account may have so many slots that none are left. */
  hasSlowOnes: () => boolean;
  /** Which of a lane's mail to try first after a closing, lowest first; null: in the order of claims. */
  trialRank: (dispatch: Dispatch) => number | null;
};

/** What may begin now, with its slot. */
type Begun = {
  dispatch: Dispatch;
  /** Gives the slot back; answers whether others than those of its lane may have waited for it. */
  end: () => boolean;
};

/** Dispatches that have no slot yet, lane by lane, each in the order of its claims; what is large waits while others are large. */
export class WaitingRoom {
  readonly #lanes = new Map<string, Lane>();
  readonly #largeContents = new ByteBudget(maxLargeBytes);
  readonly #slots: FairShares;
  /** Whether something waits because its account has its share: a slot that anybody gives back may change that. */
  #isSomebodyFull = false;

  readonly #trialRank: Options["trialRank"];

  constructor({ slots, hasSlowOnes, trialRank }: Options) {
    this.#trialRank = trialRank;
    this.#slots = new FairShares({ total: slots, perFree: slotsPerFree, isFair: hasSlowOnes });
  }

  add(dispatch: Dispatch): void {
    const name = dispatch.hop.lane;
    const lane = this.#lanes.get(name) ?? { name, waiting: [] };
    this.#lanes.set(name, lane);
    lane.waiting.push(dispatch);
  }

  has(dispatch: Dispatch): boolean {
    return this.#lanes.get(dispatch.hop.lane)?.waiting.includes(dispatch) ?? false;
  }

  /** The first that may begin, of one lane, or asked of lane after lane, each time from another one on. */
  begin(mayBegin: (dispatch: Dispatch) => boolean, only?: string): Begun | null {
    if (this.#slots.free <= 0) return null;
    const asked = only === undefined ? [...this.#lanes.values()] : [this.#lanes.get(only)];
    for (const lane of asked) {
      const begun = lane && this.#beginOf(lane, mayBegin);
      if (!begun) continue;
      this.#lanes.delete(lane.name);
      if (lane.waiting.length > 0) this.#lanes.set(lane.name, lane);
      return begun;
    }
    return null;
  }

  /** All that still wait; there are none after it. */
  empty(): Dispatch[] {
    const all = [...this.#lanes.values()].flatMap(({ waiting }) => waiting);
    this.#lanes.clear();
    return all;
  }

  /** Those of all such lanes; none waits there after it. */
  emptyLanes(isMeant: (lane: string) => boolean): Dispatch[] {
    const emptied = [...this.#lanes.values()].filter(({ name }) => isMeant(name));
    for (const { name } of emptied) this.#lanes.delete(name);
    return emptied.flatMap(({ waiting }) => waiting);
  }

  #beginOf(lane: Lane, mayBegin: (dispatch: Dispatch) => boolean): Begun | null {
    for (const dispatch of this.#inOrder(lane)) {
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
      lane.waiting.splice(lane.waiting.indexOf(dispatch), 1);
      this.#slots.take(accountId);
      return { dispatch, end: () => this.#end(dispatch, bytes) };
    }
    return null;
  }

  #inOrder({ waiting }: Lane): Dispatch[] {
    const [first] = waiting;
    if (first === undefined || this.#trialRank(first) === null) return waiting;
    const ranks = new Map(waiting.map((dispatch) => [dispatch, this.#trialRank(dispatch) ?? 0]));
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
