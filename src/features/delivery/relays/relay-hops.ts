import type { Relay, RoutingState } from "../../routing/index.ts";
import type { AttemptResult } from "../outcome.ts";
import type { Hop } from "../route/hop.ts";
import { STOP_GRACE_MS } from "../transmit/transport.ts";
import { type Probe, untilEnded } from "./probe.ts";
import { orderRelays, transmitByFirst } from "./relay-failover.ts";
import type { RelayInUse } from "./relay-in-use.ts";

/**
 * Mail whose relays are all disabled is retried after this. A shorter time fills its history; a longer one delays it after they are
 * back.
 */
const ALL_OFF_SECONDS = 600;

/** A relay as this file needs it. */
type Known = Pick<Relay, "id" | "weight" | "revision" | "isGuarded">;

type Wanted<R extends Known> = {
  relays: R[];
  spread: "order" | "weight";
  emailId: string;
  /** The email's attempt: each may begin with another relay. */
  attempt: number;
  /** The rule in words. Null: the settings. */
  rule: string | null;
  /** Whether the rule is about the mail of one account. */
  isOwn?: boolean;
};

type Options<R extends Known> = {
  make: (relay: R) => RelayInUse;
  /** The time that a stop waits for transmissions in progress, also through relays that were edited before. */
  graceMs?: number;
};

/** Hops through relays: those of the routing table, or the one of the settings. */
export class RelayHops<R extends Known = Relay> {
  readonly #make: (relay: R) => RelayInUse;
  readonly #graceMs: number;
  readonly #inUse = new Map<string, { revision: number; isGuarded: boolean; relay: RelayInUse }>();
  /** Hops by relays and rule, so that mail with the same route shares a hop. */
  readonly #hops = new Map<string, Hop>();
  /** Relays that were edited, disabled or deleted, and still have transmissions in progress. */
  readonly #closing = new Set<RelayInUse>();
  #state: RoutingState | null = null;
  #isClosed = false;

  constructor({ make, graceMs = STOP_GRACE_MS }: Options<R>) {
    this.#make = make;
    this.#graceMs = graceMs;
  }

  /** Takes over edited relays, and the state that other workers have shared. */
  learn(this: RelayHops<Relay>, state: RoutingState): void {
    if (state === this.#state || this.#isClosed) return;
    const { table, troubles, seenAt } = state;
    if (table !== this.#state?.table) this.#dropChanged(table.relays);
    this.#state = state;
    for (const [id, { relay }] of this.#inUse) relay.breaker.learn(troubles.get(id), seenAt);
  }

  hopTo(wanted: Wanted<R>): Hop | AttemptResult | Promise<Hop | AttemptResult> {
    if (wanted.relays.length === 0) return allOff(wanted.rule);
    const relays = orderRelays(wanted.relays, wanted).map((relay) => this.#find(relay));
    if (relays.every(({ breaker }) => breaker.isClosed)) return this.#hopBy(relays, wanted);
    return this.#hopInTrouble(relays, wanted);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const relays = [...[...this.#inUse.values()].map(({ relay }) => relay), ...this.#closing];
    await Promise.all(relays.map((relay) => relay.close({ graceMs: this.#graceMs })));
  }

  /** A relay whose cooldown is over gets this mail as a probe; otherwise the working relays get it; otherwise it waits. */
  async #hopInTrouble(relays: RelayInUse[], wanted: Wanted<R>): Promise<Hop | AttemptResult> {
    const { emailId, rule } = wanted;
    for (const relay of relays) {
      const probe = await relay.breaker.takeProbe(emailId);
      // A hop of its own, so that no other mail shares the envelope.
      if (probe) return hopOf([relay, ...working(relays)], { ...wanted, probe });
    }
    if (working(relays).length === 0)
      await untilEnded(relays.flatMap(({ breaker }) => breaker.probeOfAnother(emailId) ?? []));
    const left = working(relays);
    if (left.length > 0) return this.#hopBy(left, wanted);
    const soonest = relays.toSorted((a, b) => a.breaker.retryInMs - b.breaker.retryInMs)[0] as RelayInUse;
    return { ...soonest.inCooldown(), ...ruleOf(rule) };
  }

  #hopBy(relays: RelayInUse[], wanted: Wanted<R>): Hop {
    const key = `${relays.map(({ throttle }) => throttle).join(",")} ${wanted.rule}`;
    const existing = this.#hops.get(key);
    if (existing) return existing;
    const hop = hopOf(relays, { ...wanted, probe: null });
    this.#hops.set(key, hop);
    return hop;
  }

  #find(relay: R): RelayInUse {
    const existing = this.#inUse.get(relay.id);
    if (existing) return existing.relay;
    const made = this.#make(relay);
    const { revision, isGuarded } = relay;
    this.#inUse.set(relay.id, { revision, isGuarded, relay: made });
    if (this.#state) made.breaker.learn(this.#state.troubles.get(relay.id), this.#state.seenAt);
    return made;
  }

  #dropChanged(this: RelayHops<Relay>, relays: ReadonlyMap<string, Relay>): void {
    this.#hops.clear();
    for (const [id, { revision, isGuarded, relay }] of this.#inUse) {
      const now = relays.get(id);
      if (now?.revision === revision && now.isGuarded === isGuarded) continue;
      this.#inUse.delete(id);
      this.#closing.add(relay);
      // A reply to a final dot may take long; a second copy must not be sent meanwhile.
      const closed = relay.close({ graceMs: null, successor: () => this.#successorOf(id) });
      void closed.finally(() => this.#closing.delete(relay));
    }
  }

  /** Null: the relay was disabled or deleted, or the worker stops. */
  #successorOf(this: RelayHops<Relay>, id: string): RelayInUse | null {
    const relay = this.#isClosed ? undefined : this.#state?.table.relays.get(id);
    return relay?.enabled ? this.#find(relay) : null;
  }
}

type HopOptions = Pick<Wanted<Known>, "rule" | "isOwn"> & { probe: Probe | null };

function hopOf(relays: RelayInUse[], { probe, rule, isOwn = false }: HopOptions): Hop {
  const { throttle, plan, isOwn: isOwnRelay, route, rate } = relays[0] as RelayInUse;
  return {
    throttle,
    isOwn: isOwn || isOwnRelay,
    plan,
    rate,
    taken: { route, ...ruleOf(rule) },
    transmit: (transmission) => transmitByFirst(relays, transmission, probe),
  };
}

function working(relays: RelayInUse[]): RelayInUse[] {
  return relays.filter(({ breaker }) => breaker.isClosed);
}

function ruleOf(rule: string | null): { rule?: string } {
  return rule === null ? {} : { rule };
}

function allOff(rule: string | null): AttemptResult {
  const reason =
    rule === null
      ? "No relay is chosen for delivery, or it is disabled. An operator chooses one under Settings → Delivery."
      : "The relays of the rule are disabled or were deleted.";
  const retryAfterSeconds = ALL_OFF_SECONDS;
  return {
    kind: "deferred",
    phase: "connect",
    reason,
    retryAfterSeconds,
    isOurChoice: true,
    ...ruleOf(rule),
  };
}
