import { expect, test } from "vitest";
import { DeliveryModes, INSTANCE_ID, type RoutingState, type Rule } from "../../routing/index.ts";
import type { ClaimedEmail } from "../claim/claimed-email.ts";
import { SystemPool } from "../direct/source-pool.ts";
import { RelayHops } from "../relays/relay-hops.ts";
import { evenPlan } from "../throttles/throttle-plan.ts";
import { captureTransport } from "../transmit/capture-transport.ts";
import type { Hop } from "./hop.ts";
import { OneRoute } from "./one-route.ts";
import { senderReturnPathOf } from "./return-path-of.ts";
import { RuledRoutes } from "./ruled-routes.ts";

/** Routes whose only rule sends mail directly. */
function routesBy(given: Partial<Rule>): RuledRoutes {
  const rule: Rule = {
    ...{ accountId: INSTANCE_ID, id: "1", position: 1, name: "a rule", action: "direct", relayIds: [] },
    ...{ spread: "order", poolId: null, ofAccountId: null, fromDomain: null, tagName: null, tagValue: null },
    ...{ stream: null, recipientDomain: null },
    ...given,
  };
  const state: RoutingState = {
    table: { rules: new Map([[rule.accountId, [rule]]]), relays: new Map(), pools: new Map() },
    modes: new DeliveryModes([], null),
    troubles: new Map(),
    workers: 1,
    tableSince: 0,
    seenAt: performance.now(),
    readAt: new Date(),
  };
  const hop: Hop = {
    throttle: "mx",
    plan: evenPlan(1),
    taken: { route: "direct" },
    transmit: async () => [],
  };
  const other = new OneRoute({
    ...{ name: "capture", transport: captureTransport, maxTransactions: 1 },
    returnPathOf: senderReturnPathOf,
  });
  return new RuledRoutes({
    tables: { latest: state, current: () => state, renewed: async () => state },
    relays: new RelayHops({ make: () => expect.unreachable() }),
    defaults: { relay: null, direct: other },
    returnPathOf: senderReturnPathOf,
    direct: { hopTo: () => hop, close: async () => undefined } as never,
    poolOf: () => new SystemPool("out.example"),
  });
}

const email = {
  accountId: "a",
  email: { id: "e", mail_from: { address: "a@example.com" }, tags: null, stream: null },
  recipients: [],
} as unknown as ClaimedEmail;

test.each<[string, boolean, Partial<Rule>]>([
  ["the instance, for one account", true, { ofAccountId: "a" }],
  ["an account", true, { accountId: "a" }],
  ["the instance, for all accounts", false, {}],
])(
  "other accounts' mail does not wait for a direct route by a rule of %s: %s",
  async (_whose, isOwn, rule) => {
    const hop = await routesBy(rule).hopTo(email, "example.org");
    expect(hop).toMatchObject({ taken: { rule: expect.stringContaining("a rule") } });
    expect("isOwn" in hop && hop.isOwn === true).toBe(isOwn);
  },
);
