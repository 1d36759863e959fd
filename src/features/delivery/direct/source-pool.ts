import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import type { Source } from "./direct-transport.ts";
import { reserveMessages } from "./queries.ts";
import { secondsUntilTomorrow, warmUpLimit } from "./warm-up.ts";

/** An address of ours to send from. */
export type PooledSource = {
  address: string;
  heloName: string;
  /** The first day of its warm-up; null: it is warm. */
  startedOn: string | null;
};

/** Where a message goes out from, or when to ask again. */
export type NextSource = { source: Source } | { retryAfterSeconds: number; reason: string };

/** A set of source addresses; mail of one pool shares its throttles towards each operator. */
export type SourcePool = {
  /** Null: the instance's own. */
  name: string | null;
  next: () => Promise<NextSource> | NextSource;
  /** Leaves a source out for a while that this machine cannot send from. */
  rest: (source: Source) => void;
};

/** The system's choice of an address: what there is without pools. */
export function createSystemPool(heloName: string): SourcePool {
  const source = { localAddress: null, heloName };
  return { name: null, next: () => ({ source }), rest: () => undefined };
}

/** So many messages are reserved at once, as a part of a day's: few enough to lose little when this worker ends. */
const RESERVED_PART = 0.02;
/** An address that is not there yet when the machine starts is soon used; one that is gone costs little. */
const COOLDOWN_SECONDS = 60;

/**
 * Takes the addresses in turn. Those that are being warmed up go first as long as their day has room, counted for all workers
 * together; without a warm one the rest waits for tomorrow. An address that cannot be used is left out for a minute.
 */
export function createSourcePool({
  name,
  sources,
  database,
  log,
  now = () => new Date(),
}: {
  name: string;
  sources: PooledSource[];
  database: Database;
  log: Logger;
  now?: () => Date;
}): SourcePool {
  const reserved = new Map<string, { day: string; left: number }>();
  const restsUntil = new Map<string, number>();
  let turn = 0;
  return { name, next, rest };

  async function next(): Promise<NextSource> {
    turn += 1;
    const inTurn = sources
      .map((_, n) => sources[(n + turn) % sources.length] as PooledSource)
      .filter(({ address }) => !isCoolingDown(address));
    for (const one of inTurn) if (await mayWarmUp(one)) return { source: sourceOf(one) };
    const warm = inTurn.find((one) => warmUpLimit(one.startedOn, now()) === null);
    if (warm) return { source: sourceOf(warm) };
    const coolingDown = sources.map(({ address }) => address).filter(isCoolingDown);
    if (coolingDown.length > 0)
      return {
        retryAfterSeconds: COOLDOWN_SECONDS,
        reason: `No address of pool ${name} can be used now: this machine cannot send from ${coolingDown.join(", ")}.`,
      };
    return {
      retryAfterSeconds: secondsUntilTomorrow(now()),
      reason: `The addresses of pool ${name} are being warmed up and have sent what they may today.`,
    };
  }

  function isCoolingDown(address: string): boolean {
    return now().getTime() < (restsUntil.get(address) ?? 0);
  }

  function rest({ localAddress }: Source): void {
    if (localAddress === null || isCoolingDown(localAddress)) return;
    restsUntil.set(localAddress, now().getTime() + COOLDOWN_SECONDS * 1_000);
    const about = { event: "source.unusable", source: localAddress, pool: name } as const;
    log.error(about, "this machine cannot send from an address of a pool; the others of the pool are used");
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
    const messages = Math.max(1, Math.floor(atMost * RESERVED_PART));
    const isGranted = await reserveMessages(database, { source: address, day, messages, atMost });
    if (isGranted) reserved.set(address, { day, left: messages - 1 });
    return isGranted;
  }
}

function sourceOf({ address, heloName }: PooledSource): Source {
  return { localAddress: address, heloName };
}
