import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import type { Source } from "./direct-transport.ts";
import { reserveMessages } from "./queries.ts";
import { secondsUntilTomorrow, warmUpLimit } from "./warm-up.ts";

/** A source address. */
export type PooledSource = {
  address: string;
  heloName: string;
  /** The first day of its warm-up. Null: it is warm. */
  startedOn: string | null;
};

/** The source address of a message, or the time until one is free. */
export type NextSource = { source: Source } | { retryAfterSeconds: number; reason: string };

/** A set of source addresses. Mail of one pool shares its throttles to each mailbox provider. */
export type SourcePool = {
  /** Null: the instance's default pool. */
  name: string | null;
  next: () => Promise<NextSource> | NextSource;
  /** Excludes a source for a minute that this machine cannot send from. */
  coolDown: (source: Source) => void;
};

/** Without pools, the system chooses the address. */
export function createSystemPool(heloName: string): SourcePool {
  const source = { localAddress: null, heloName };
  return { name: null, next: () => ({ source }), coolDown: () => undefined };
}

/** The part of a day's messages that is reserved at once: small, because an ended worker loses what it has reserved. */
const RESERVED_PART = 0.02;
/** An address that appears after the machine's start is used soon; an address that is gone costs one failure per minute. */
const COOLDOWN_SECONDS = 60;

/**
 * Uses the addresses in turn. Addresses in warm-up are used first until their daily limit, which all workers share. Without a warm
 * address, the rest waits for the next day. An address that cannot be used is excluded for a minute.
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
  const coolingDownUntil = new Map<string, number>();
  let turn = 0;
  return { name, next, coolDown };

  async function next(): Promise<NextSource> {
    turn += 1;
    const inTurn = sources
      .map((_, n) => sources[(n + turn) % sources.length] as PooledSource)
      .filter(({ address }) => !isCoolingDown(address));
    for (const source of inTurn) if (await mayWarmUp(source)) return { source: sourceOf(source) };
    const warm = inTurn.find(({ startedOn }) => warmUpLimit(startedOn, now()) === null);
    if (warm) return { source: sourceOf(warm) };
    const coolingDown = sources.map(({ address }) => address).filter(isCoolingDown);
    if (coolingDown.length > 0)
      return {
        retryAfterSeconds: COOLDOWN_SECONDS,
        reason: `No address of pool ${name} can be used now: this machine cannot send from ${coolingDown.join(", ")}.`,
      };
    return {
      retryAfterSeconds: secondsUntilTomorrow(now()),
      reason: `The addresses of pool ${name} are in warm-up and have reached their limit for today.`,
    };
  }

  function isCoolingDown(address: string): boolean {
    return now().getTime() < (coolingDownUntil.get(address) ?? 0);
  }

  function coolDown({ localAddress }: Source): void {
    if (localAddress === null || isCoolingDown(localAddress)) return;
    coolingDownUntil.set(localAddress, now().getTime() + COOLDOWN_SECONDS * 1_000);
    const about = { event: "source.unusable", source: localAddress, pool: name } as const;
    log.error(
      about,
      "this machine cannot send from an address of a pool; it uses the pool's other addresses",
    );
  }

  async function mayWarmUp({ address, startedOn }: PooledSource): Promise<boolean> {
    const atMost = warmUpLimit(startedOn, now());
    if (atMost === null) return false;
    const day = now().toISOString().slice(0, 10);
    const reservation = reserved.get(address);
    if (reservation?.day === day && reservation.left > 0) {
      reservation.left -= 1;
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
