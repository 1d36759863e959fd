import {
  type ChosenRoute,
  chooseRoute,
  defaultRelay,
  INSTANCE_ID,
  modeInForce,
  type Pool,
  type RoutingState,
  type RoutingTables,
  type Rule,
} from "../../routing/index.ts";
import type { ClaimedEmail, ClaimedRecipient } from "../claim/claimed-email.ts";
import type { DirectHops } from "../direct/direct-hops.ts";
import { DIRECT_LIMITS } from "../direct/direct-routes.ts";
import type { SourcePool } from "../direct/source-pool.ts";
import type { AttemptResult } from "../outcome.ts";
import type { RelayHops } from "../relays/relay-hops.ts";
import { MAX_RELAY_CONNECTIONS } from "../transmit/relay-transport.ts";
import type { Hop, RoutedMail } from "./hop.ts";
import type { Routes } from "./router.ts";

/** Held mail is retried after this time, so that it is sent after its rule was disabled. */
const HELD_SECONDS = 3_600;
/** The same for released mail without a relay. */
const NO_RELAY_SECONDS = 600;
/** Why released mail takes its route. */
const RELEASED = "Released from the inbox.";

type Options = {
  tables: Pick<RoutingTables, "current" | "latest" | "renewed">;
  relays: RelayHops;
  /** The routes of mail that no rule matches. */
  defaults: DefaultRoutes;
  returnPathOf: Routes["returnPathOf"];
  direct: DirectHops;
  /** Null: the system chooses the source address. */
  poolOf: (pool: Pool | null) => SourcePool;
};

export type DefaultRoutes = {
  /** Through the relay of the settings. Null: mail is sent through a relay of the instance, which is in the routing table. */
  relay: Routes | null;
  direct: Routes;
};

/** Limits of a worker that sends through a relay of the table. */
const RELAY_LIMITS = {
  maxInFlight: 512,
  maxTransactions: MAX_RELAY_CONNECTIONS,
  perDomain: Number.POSITIVE_INFINITY,
};

type Hops = Hop | AttemptResult | Promise<Hop | AttemptResult>;

/** Routes mail by the rules of its account and of the instance, otherwise by the delivery mode. */
export class RuledRoutes implements Routes {
  readonly #options: Options;
  #hasRules = false;

  constructor(options: Options) {
    this.#options = options;
  }

  hopTo(email: ClaimedEmail, domain: string): Hops {
    const state = this.#options.tables.current();
    if (!(state instanceof Promise)) return this.#hopBy(state, email, domain);
    // Rejects if the rules were never read: held mail must not be sent because of that, and no attempt is counted.
    return state.then((known) => this.#hopBy(known, email, domain));
  }

  /** The hop of mail that was released in test mode. If its relay can no longer be used, another one of the instance sends it. */
  hopThrough(relayId: string, email: ClaimedEmail, state: RoutingState): Hops {
    const hop = this.#releaseHop(relayId, email, state);
    if (hop !== null) return hop;
    // The relay may have been added after the table was read.
    return this.#options.tables
      .renewed()
      .then((renewed) => this.#releaseHop(relayId, email, renewed) ?? noReleaseRelay());
  }

  #releaseHop(relayId: string, email: ClaimedEmail, state: RoutingState): Hops | null {
    const { relays } = this.#options;
    relays.learn(state);
    const chosen = state.table.relays.get(relayId);
    const relay = chosen?.enabled ? chosen : defaultRelay(state.table, null);
    if (relay === null) return null;
    return relays.hopTo({ relays: [relay], spread: "order", rule: RELEASED, ...attemptOf(email) });
  }

  /** Whether a rule that is newer than the claim holds mail that was routed before. */
  isHeld({ email, recipients }: RoutedMail, { table, tableSince }: RoutingState): boolean {
    if (tableSince < email.claimedAt || table.rules.size === 0) return false;
    return recipients.some(({ domain }) => chooseRoute(table, mailOf(email, domain)).kind === "hold");
  }

  returnPathOf(email: ClaimedEmail, recipient: ClaimedRecipient, hop: Hop) {
    return this.#options.returnPathOf(email, recipient, hop);
  }

  get maxInFlight(): number {
    const { maxInFlight } = this.#limits;
    return this.#hasRules ? Math.max(maxInFlight, DIRECT_LIMITS.maxInFlight) : maxInFlight;
  }

  get maxTransactions(): number {
    const { maxTransactions } = this.#limits;
    return this.#hasRules ? Math.max(maxTransactions, DIRECT_LIMITS.maxTransactions) : maxTransactions;
  }

  get perDomain(): number {
    const { perDomain } = this.#limits;
    return this.#hasRules ? Math.min(perDomain, DIRECT_LIMITS.perDomain) : perDomain;
  }

  async close(): Promise<void> {
    const { defaults, relays, direct } = this.#options;
    await Promise.all([defaults.relay?.close(), defaults.direct.close(), relays.close(), direct.close()]);
  }

  get #limits(): Pick<Routes, "maxInFlight" | "maxTransactions" | "perDomain"> {
    return this.#defaultsIn(this.#options.tables.latest) ?? RELAY_LIMITS;
  }

  #defaultsIn(state: RoutingState): Routes | null {
    const { relay, direct } = this.#options.defaults;
    return modeInForce(state).mode === "direct" ? direct : relay;
  }

  #hopBy(state: RoutingState, email: ClaimedEmail, domain: string): Hops {
    const { relays } = this.#options;
    relays.learn(state);
    this.#hasRules = state.table.rules.size > 0;
    if (!this.#hasRules) return this.#byDefault(state, email, domain);
    const chosen = chooseRoute(state.table, mailOf(email, domain));
    switch (chosen.kind) {
      case "default":
        return this.#byDefault(state, email, domain);
      case "hold":
        return heldBy(chosen.why);
      case "relays":
        return relays.hopTo({
          relays: chosen.relays,
          spread: chosen.rule.spread,
          rule: chosen.why,
          isOwn: isOfOneAccount(chosen.rule),
          ...attemptOf(email),
        });
      case "direct":
        return this.#directly({ domain, accountId: email.accountId }, chosen);
    }
  }

  #byDefault(state: RoutingState, email: ClaimedEmail, domain: string): Hops {
    const routes = this.#defaultsIn(state);
    if (routes) return routes.hopTo(email, domain);
    const relay = defaultRelay(state.table, modeInForce(state).relayId);
    return this.#options.relays.hopTo({
      relays: relay ? [relay] : [],
      spread: "order",
      rule: null,
      ...attemptOf(email),
    });
  }

  #directly(
    { domain, accountId }: { domain: string; accountId: string },
    chosen: ChosenRoute & { kind: "direct" },
  ): Hops {
    const { direct, poolOf } = this.#options;
    const hop = direct.hopTo(domain, poolOf(chosen.pool), accountId);
    return hop instanceof Promise ? hop.then((found) => withRule(found, chosen)) : withRule(hop, chosen);
  }
}

function attemptOf({ email, recipients }: ClaimedEmail): { emailId: string; attempt: number } {
  return { emailId: email.id, attempt: recipients[0]?.claim.lease ?? 0 };
}

function noReleaseRelay(): AttemptResult {
  return {
    kind: "deferred",
    reason:
      "The relay through which this email was released is disabled or was deleted. The email waits until a relay of the instance is enabled.",
    route: "hold",
    rule: RELEASED,
    retryAfterSeconds: NO_RELAY_SECONDS,
    isOurChoice: true,
  };
}

function heldBy(rule: string): AttemptResult {
  return {
    kind: "deferred",
    reason: "Held by a routing rule. The rule is checked again within an hour.",
    route: "hold",
    rule,
    retryAfterSeconds: HELD_SECONDS,
    isOurChoice: true,
  };
}

function mailOf({ accountId, email }: ClaimedEmail, recipientDomain: string) {
  const { address } = email.mail_from;
  return {
    accountId,
    fromDomain: address.slice(address.lastIndexOf("@") + 1).toLowerCase(),
    tags: email.tags ?? [],
    stream: email.stream ?? ("transactional" as const),
    recipientDomain,
  };
}

/** Adds the rule also to results that DNS alone decided. */
function withRule(
  hop: Hop | AttemptResult,
  { rule, why }: ChosenRoute & { kind: "direct" },
): Hop | AttemptResult {
  if (!("transmit" in hop)) return { ...hop, rule: why };
  return { ...hop, taken: { ...hop.taken, rule: why }, ...(isOfOneAccount(rule) && { isOwn: true }) };
}

/** Other accounts' mail to the same domains takes other routes, and must not wait for this one. */
function isOfOneAccount({ accountId, ofAccountId }: Rule): boolean {
  return accountId !== INSTANCE_ID || ofAccountId !== null;
}
