import { chooseRoute, type Pool, type RoutingState, type RoutingTables } from "../../routing/index.ts";
import type { ClaimedEmail } from "../claim/claimed-email.ts";
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
export function createRuledRoutes({ tables, relays, defaultRoutes, direct, poolOf }: Options): Routes {
  let hasRules = false;

  function hopBy(state: RoutingState, email: ClaimedEmail, domain: string): Hops {
    hasRules = state.table.rules.size > 0;
    if (!hasRules) return defaultRoutes.hopTo(email, domain);
    relays.learn(state);
    const chosen = chooseRoute(state.table, mailOf(email, domain));
    switch (chosen.kind) {
      case "default":
        return defaultRoutes.hopTo(email, domain);
      case "hold":
        return {
          kind: "deferred",
          reason: "It is held, and retried within an hour.",
          route: "hold",
          rule: chosen.why,
          retryAfterSeconds: HELD_SECONDS,
          isOurChoice: true,
        };
      case "relays":
        return relays.hopTo({
          relays: chosen.relays,
          spread: chosen.rule.spread,
          emailId: email.email.id,
          attempt: email.recipients[0]?.claim.lease ?? 0,
          why: chosen.why,
        });
      case "direct":
        return directly({ domain, accountId: email.accountId }, poolOf(chosen.pool), chosen.why);
    }
  }

  function directly(
    { domain, accountId }: { domain: string; accountId: string },
    pool: SourcePool,
    rule: string,
  ): Hops {
    const hop = direct.hopTo(domain, pool, accountId);
    return hop instanceof Promise ? hop.then((found) => withRule(found, rule)) : withRule(hop, rule);
  }

  return {
    hopTo: (email, domain) => {
      const state = tables.current();
      if (!(state instanceof Promise)) return hopBy(state, email, domain);
      // Rejects if the rules were never read: held mail must not be sent because of that, and no attempt is counted.
      return state.then((known) => hopBy(known, email, domain));
    },
    returnPathOf: (email, recipient) => defaultRoutes.returnPathOf(email, recipient),
    get maxInFlight() {
      return hasRules
        ? Math.max(defaultRoutes.maxInFlight, directLimits.maxInFlight)
        : defaultRoutes.maxInFlight;
    },
    get maxTransactions() {
      return hasRules
        ? Math.max(defaultRoutes.maxTransactions, directLimits.maxTransactions)
        : defaultRoutes.maxTransactions;
    },
    get perDomain() {
      return hasRules ? Math.min(defaultRoutes.perDomain, directLimits.perDomain) : defaultRoutes.perDomain;
    },
    close: async () => {
      await Promise.all([defaultRoutes.close(), relays.close(), direct.close()]);
    },
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
