import type { Database } from "../../../platform/db/index.ts";
import type { Source } from "./direct-transport.ts";
import { reserveMessages } from "./queries.ts";
import { secondsUntilTomorrow, warmUpLimit } from "./warm-up.ts";

/** An address of ours to send from. */
export type PooledSource = {
  address: string;
  heloName: string /** Null: it is warm. */;
  startedOn: string | null;
};

/** Where a message goes out from, or when to ask again. */
export type NextSource = { source: Source } | { retryAfterSeconds: number; reason: string };

/** A set of source addresses; mail of one pool shares its pace towards each operator. */
export type SourcePool = {
  /** Null: the instance's own. */
  name: string | null;
  next: () => Promise<NextSource> | NextSource;
};

/** The system's choice of an address: what there is without pools. */
export function createSystemPool(heloName: string): SourcePool {
  const source = { localAddress: null, heloName };
  return { name: null, next: () => ({ source }) };
}

/** So many messages are reserved at once, as a part of a day's: few enough to lose little when this worker ends. */
const reservedPart = 0.02;

/**
 * Takes the addresses in turn. Those that are being warmed up go first as long as their day has room, counted for all workers
 * together; without a warm one the rest waits for tomorrow.
 */
export function createSourcePool({
  name,
  sources,
  database,
  now = () => new Date(),
}: {
  name: string;
  sources: PooledSource[];
  database: Database;
  now?: () => Date;
}): SourcePool {
  const reserved = new Map<string, { day: string; left: number }>();
  let turn = 0;
  return { name, next };

  async function next(): Promise<NextSource> {
    turn += 1;
    const inTurn = sources.map((_, n) => sources[(n + turn) % sources.length] as PooledSource);
    for (const one of inTurn) if (await mayWarmUp(one)) return { source: sourceOf(one) };
    const warm = inTurn.find((one) => warmUpLimit(one.startedOn, now()) === null);
    if (warm) return { source: sourceOf(warm) };
    return {
      retryAfterSeconds: secondsUntilTomorrow(now()),
      reason: `The addresses of pool ${name} are being warmed up and have sent what they may today.`,
    };
  }

  async function mayWarmUp({ address, startedOn }: PooledSource): Promise<boolean> {
    const atMost = warmUpLimit(startedOn, now());
    if (atMost === null) return false;
    const day = now().toISOString().slice(0, 10);
    const known = reserved.get(address);
    if (known?.day === day && known.left > 0) {
      known.left -= 1;
      return true;
    }
    const messages = Math.max(1, Math.floor(atMost * reservedPart));
    const isGranted = await reserveMessages(database, { source: address, day, messages, atMost });
    if (isGranted) reserved.set(address, { day, left: messages - 1 });
    return isGranted;
  }
}

function sourceOf({ address, heloName }: PooledSource): Source {
  return { localAddress: address, heloName };
}
