import type { Family } from "../../../mail/dns/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import type { Source } from "./direct-transport.ts";
import { reserveMessages } from "./queries.ts";
import { familyOf } from "./targets-of.ts";
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
  /** The source address of the next message, which must reach one of these families. Null: none of the pool does. */
  next(families: ReadonlySet<Family>): Promise<NextSource | null> | NextSource | null;
  /** Excludes a source for a minute that this machine cannot send from. */
  coolDown(source: Source): void;
};

/** Without pools, the system chooses the address. */
export class SystemPool implements SourcePool {
  readonly name = null;
  readonly #source: Source;

  constructor(heloName: string) {
    this.#source = { localAddress: null, heloName };
  }

  next(): NextSource {
    return { source: this.#source };
  }

  coolDown(): void {}
}

/** The part of a day's messages that is reserved at once: small, because an ended worker loses what it has reserved. */
const RESERVED_PART = 0.02;
/** An address that appears after the machine's start is used soon; an address that is gone costs one failure per minute. */
const COOLDOWN_SECONDS = 60;

type Options = {
  name: string;
  sources: PooledSource[];
  database: Database;
  log: Logger;
  now?: () => Date;
};

/**
 * Uses the addresses in turn. Addresses in warm-up are used first until their daily limit, which all workers share. Without a warm
 * address, the rest waits for the next day. An address that cannot be used is excluded for a minute.
 */
export class AddressPool implements SourcePool {
  readonly name: string;
  readonly #options: Options;
  readonly #reserved = new Map<string, { day: string; left: number }>();
  readonly #coolingDownUntil = new Map<string, number>();
  #turn = 0;

  constructor(options: Options) {
    this.name = options.name;
    this.#options = options;
  }

  async next(families: ReadonlySet<Family>): Promise<NextSource | null> {
    const { name } = this;
    const sources = this.#options.sources.filter(({ address }) => families.has(familyOf(address)));
    if (sources.length === 0) return null;
    this.#turn += 1;
    const inTurn = sources
      .map((_, n) => sources[(n + this.#turn) % sources.length] as PooledSource)
      .filter(({ address }) => !this.#isCoolingDown(address));
    for (const source of inTurn) if (await this.#mayWarmUp(source)) return { source: sourceOf(source) };
    const warm = inTurn.find(({ startedOn }) => warmUpLimit(startedOn, this.#now()) === null);
    if (warm) return { source: sourceOf(warm) };
    const coolingDown = sources.map(({ address }) => address).filter((one) => this.#isCoolingDown(one));
    if (coolingDown.length > 0)
      return {
        retryAfterSeconds: COOLDOWN_SECONDS,
        reason: `No address of pool ${name} can be used now: this machine cannot send from ${coolingDown.join(", ")}.`,
      };
    return {
      retryAfterSeconds: secondsUntilTomorrow(this.#now()),
      reason: `The addresses of pool ${name} are in warm-up and have reached their limit for today.`,
    };
  }

  coolDown({ localAddress }: Source): void {
    if (localAddress === null || this.#isCoolingDown(localAddress)) return;
    this.#coolingDownUntil.set(localAddress, this.#now().getTime() + COOLDOWN_SECONDS * 1_000);
    this.#options.log.error(
      { event: "source.unusable", source: localAddress, pool: this.name },
      "this machine cannot send from an address of a pool; it uses the pool's other addresses",
    );
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  #isCoolingDown(address: string): boolean {
    return this.#now().getTime() < (this.#coolingDownUntil.get(address) ?? 0);
  }

  async #mayWarmUp({ address, startedOn }: PooledSource): Promise<boolean> {
    const now = this.#now();
    const atMost = warmUpLimit(startedOn, now);
    if (atMost === null) return false;
    const day = now.toISOString().slice(0, 10);
    const reservation = this.#reserved.get(address);
    if (reservation?.day === day && reservation.left > 0) {
      reservation.left -= 1;
      return true;
    }
    const messages = Math.max(1, Math.floor(atMost * RESERVED_PART));
    const { database } = this.#options;
    const isGranted = await reserveMessages(database, { source: address, day, messages, atMost });
    if (isGranted) this.#reserved.set(address, { day, left: messages - 1 });
    return isGranted;
  }
}

function sourceOf({ address, heloName }: PooledSource): Source {
  return { localAddress: address, heloName };
}
