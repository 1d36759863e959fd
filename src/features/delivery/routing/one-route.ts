import { evenPlan } from "../pace/lane-plan.ts";
import { stopGraceMs, type Transport } from "../transports/transport.ts";
import type { Hop } from "./hop.ts";
import type { Routes } from "./router.ts";

/** Enough to keep all slots busy while the next claim is under way, few enough to lose little time if we die. */
const maxInHand = 512;

/** All mail goes the same way. */
export function createOneRoute({
  name,
  transport,
  maxUnderWay,
  returnPathOf,
}: {
  name: string;
  transport: Transport;
  maxUnderWay: number;
  returnPathOf: Routes["returnPathOf"];
}): Routes {
  const hop: Hop = {
    lane: name,
    plan: evenPlan(maxUnderWay),
    taken: { route: name },
    transmit: (transmission) => transport.transmit(transmission),
  };
  return {
    hopTo: () => hop,
    returnPathOf,
    maxInHand,
    maxUnderWay,
    perDomain: Number.POSITIVE_INFINITY,
    close: () => transport.close({ graceMs: stopGraceMs }),
  };
}
