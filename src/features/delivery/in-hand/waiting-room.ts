import { ByteBudget, type HeldBytes } from "../../../platform/memory/index.ts";
import type { Dispatch } from "../routing/hop.ts";

/** Contents that did not come with their claim, in all slots together: each is there as bytes, as text and as a message. */
const maxLargeBytes = 96 * 1024 * 1024;

type Lane = { name: string; waiting: Dispatch[] };

/** Dispatches that have no slot yet, lane by lane, each in the order of its claims; what is large waits while others are large. */
export class WaitingRoom {
  readonly #lanes = new Map<string, Lane>();
  readonly #largeContents = new ByteBudget(maxLargeBytes);

  add(dispatch: Dispatch): void {
    const name = dispatch.hop.lane;
    const lane = this.#lanes.get(name) ?? { name, waiting: [] };
    this.#lanes.set(name, lane);
    lane.waiting.push(dispatch);
  }

  /**
   * The first that may begin, of one lane, or asked of lane after lane, each time from another one on. `bytes` are to be released when
   * it is done.
   */
  next(mayBegin: (lane: string) => boolean, only?: string): { dispatch: Dispatch; bytes: HeldBytes } | null {
    const asked = only === undefined ? [...this.#lanes.values()] : [this.#lanes.get(only)];
    for (const lane of asked) {
      if (!lane) continue;
      const found = this.#nextOf(lane, mayBegin);
      if (!found) continue;
      this.#lanes.delete(lane.name);
      if (lane.waiting.length > 0) this.#lanes.set(lane.name, lane);
      return found;
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

  #nextOf(lane: Lane, mayBegin: (lane: string) => boolean) {
    for (const [index, dispatch] of lane.waiting.entries()) {
      const bytes = this.#largeContents.open();
      if (dispatch.email.contents === null && !bytes.take(dispatch.email.email.size_bytes)) continue;
      if (!mayBegin(lane.name)) {
        bytes.release();
        return null;
      }
      lane.waiting.splice(index, 1);
      return { dispatch, bytes };
    }
    return null;
  }
}
