import type { Endpoint } from "../../../mail/smtp/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { pauseMs } from "../../routing/index.ts";
import type { Routes } from "../route/router.ts";
import { evenPlan } from "../throttles/throttle-plan.ts";
import { createRelayTransport, MAX_RELAY_CONNECTIONS } from "../transmit/relay-transport.ts";
import { RelayBreaker } from "./relay-breaker.ts";
import { createLocalHealth } from "./relay-health.ts";
import { RelayHops } from "./relay-hops.ts";
import { RelayInUse } from "./relay-in-use.ts";

/** Enough to keep all slots busy during the next claim, few enough that a crash delays little mail. */
const MAX_IN_FLIGHT = 512;

type Options = {
  endpoint: Endpoint;
  heloName: string;
  returnPathOf: Routes["returnPathOf"];
  log: Logger;
};

/** The relay of the settings (SMTP_RELAY_URL): the default route. */
export function createSettingsRelay({ returnPathOf, ...options }: Options): Routes {
  const relay = { id: "settings", weight: 1, revision: 0, isGuarded: false };
  const relays = [relay];
  const hops = new RelayHops<typeof relay>({ make: () => useSettingsRelay(options) });
  return {
    hopTo: (email) =>
      hops.hopTo({
        relays,
        spread: "order",
        emailId: email.email.id,
        attempt: 0,
        why: null,
      }),
    returnPathOf,
    maxInFlight: MAX_IN_FLIGHT,
    maxTransactions: MAX_RELAY_CONNECTIONS,
    perDomain: Number.POSITIVE_INFINITY,
    close: () => hops.close(),
  };
}

function useSettingsRelay({ endpoint, heloName, log }: Omit<Options, "returnPathOf">): RelayInUse {
  const name = `${endpoint.host}:${endpoint.port}`;
  return new RelayInUse({
    throttle: `relay ${name}`,
    route: `relay ${name}`,
    plan: evenPlan(MAX_RELAY_CONNECTIONS),
    isOwn: false,
    transport: createRelayTransport({ endpoint, heloName }),
    breaker: new RelayBreaker({
      name,
      relayId: "settings",
      log,
      health: createLocalHealth(pauseMs),
      // Mail has no other route, so each message finds out whether the relay is back, as often as the pool's own pause allows.
      failuresUntilOpen: Number.POSITIVE_INFINITY,
    }),
    ratePerSecond: () => null,
  });
}
