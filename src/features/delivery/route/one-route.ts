import { evenPlan } from "../throttles/throttle-plan.ts";
import { STOP_GRACE_MS, type Transport } from "../transmit/transport.ts";
import type { Hop } from "./hop.ts";
import type { Routes } from "./router.ts";

/** Enough to keep all slots busy during the next claim, few enough that a crash delays little mail. */
const MAX_IN_FLIGHT = 512;

/** One hop for all mail. */
export function createOneRoute({
  name,
  transport,
  maxTransactions,
  returnPathOf,
}: {
  name: string;
  transport: Transport;
  maxTransactions: number;
  returnPathOf: Routes["returnPathOf"];
}): Routes {
  const hop: Hop = {
    throttle: name,
    plan: evenPlan(maxTransactions),
    taken: { route: name },
    transmit: (transmission) => transport.transmit(transmission),
  };
  return {
    hopTo: () => hop,
    returnPathOf,
    maxInFlight: MAX_IN_FLIGHT,
    maxTransactions,
    perDomain: Number.POSITIVE_INFINITY,
    close: () => transport.close({ graceMs: STOP_GRACE_MS }),
  };
}
