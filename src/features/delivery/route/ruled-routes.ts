import { chooseRoute, type Pool, type RoutingState, type RoutingTables } from "../../routing/index.ts";
import type { ClaimedEmail, ClaimedRecipient } from "../claim/claimed-email.ts";
import type { DirectHops } from "../direct/direct-hops.ts";
import { directLimits } from "../direct/direct-routes.ts";
import type { SourcePool } from "../direct/source-pool.ts";
import type { AttemptResult } from "../outcome.ts";
import type { RelayHops } from "../relays/relay-hops.ts";
import type { Hop } from "./hop.ts";
import type { Routes } from "./router.ts";

/** Held mail is retried after this time, so that it is sent after its rule was switched off. */
const HELD_SECONDS = 3_600;

type Options = {
  tables: Pick<RoutingTables, "current">;
  relays: RelayHops;
  /** The default route. */
  defaultRoutes: Routes;
  direct: DirectHops;
  /** Null: the system chooses the source address. */
  poolOf: (pool: Pool | null) => SourcePool;
};

type Hops = Hop | AttemptResult | Promise<Hop | AttemptResult>;

/** Routes mail by the rules of its account and of the instance, otherwise by the default route. */
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

  returnPathOf(email: ClaimedEmail, recipient: ClaimedRecipient) {
    return this.#options.defaultRoutes.returnPathOf(email, recipient);
  }

  get maxInFlight(): number {
    const { maxInFlight } = this.#options.defaultRoutes;
    return this.#hasRules ? Math.max(maxInFlight, directLimits.maxInFlight) : maxInFlight;
  }

  get maxTransactions(): number {
    const { maxTransactions } = this.#options.defaultRoutes;
    return this.#hasRules ? Math.max(maxTransactions, directLimits.maxTransactions) : maxTransactions;
  }

  get perDomain(): number {
    const { perDomain } = this.#options.defaultRoutes;
    return this.#hasRules ? Math.min(perDomain, directLimits.perDomain) : perDomain;
  }

  async close(): Promise<void> {
    const { defaultRoutes, relays, direct } = this.#options;
    await Promise.all([defaultRoutes.close(), relays.close(), direct.close()]);
  }

  #hopBy(state: RoutingState, email: ClaimedEmail, domain: string): Hops {
    const { defaultRoutes, relays } = this.#options;
    this.#hasRules = state.table.rules.size > 0;
    if (!this.#hasRules) return defaultRoutes.hopTo(email, domain);
    relays.learn(state);
    const chosen = chooseRoute(state.table, mailOf(email, domain));
    switch (chosen.kind) {
      case "default":
        return defaultRoutes.hopTo(email, domain);
      case "hold":
        return heldBy(chosen.why);
      case "relays":
        return relays.hopTo({
          relays: chosen.relays,
          spread: chosen.rule.spread,
          emailId: email.email.id,
          attempt: email.recipients[0]?.claim.lease ?? 0,
          why: chosen.why,
        });
      case "direct":
        return this.#directly({ domain, accountId: email.accountId }, chosen.pool, chosen.why);
    }
  }

  #directly(
    { domain, accountId }: { domain: string; accountId: string },
    pool: Pool | null,
    rule: string,
  ): Hops {
    const { direct, poolOf } = this.#options;
    const hop = direct.hopTo(domain, poolOf(pool), accountId);
    return hop instanceof Promise ? hop.then((found) => withRule(found, rule)) : withRule(hop, rule);
  }
}

function heldBy(rule: string): AttemptResult {
  return {
    kind: "deferred",
    reason: "It is held, and retried within an hour.",
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

/** Adds the rule to results that DNS alone decided. */
function withRule(hop: Hop | AttemptResult, rule: string): Hop | AttemptResult {
  return "transmit" in hop ? { ...hop, taken: { ...hop.taken, rule } } : { ...hop, rule };
}
