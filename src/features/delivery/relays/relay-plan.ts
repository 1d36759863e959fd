import type { ThrottlePlan } from "../throttles/throttle-plan.ts";
import { FIRST_RELAY_CONNECTIONS, MAX_RELAY_CONNECTIONS } from "../transmit/relay-transport.ts";

/** The throttle of a relay. `maxConnections`: the limit that its owner has set; null: it is found by trying. */
export function relayPlan(maxConnections: number | null): ThrottlePlan {
  return {
    concurrency: maxConnections ?? FIRST_RELAY_CONNECTIONS,
    maxConcurrency: maxConnections ?? MAX_RELAY_CONNECTIONS,
    perMinute: null,
    adapts: true,
    hasBreaker: true,
    growsFast: true,
  };
}
