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

/** Enough to keep all slots busy while the next claim is under way, few enough to lose little time if we die. */
const MAX_IN_FLIGHT = 512;

type Options = {
  endpoint: Endpoint;
  heloName: string;
  returnPathOf: Routes["returnPathOf"];
  log: Logger;
};

/** The relay of the settings (SMTP_RELAY_URL), by which all mail goes that no rule sends another way. */
export function createSettingsRelay({ returnPathOf, ...options }: Options): Routes {
  const known = { id: "settings", weight: 1, revision: 0, isGuarded: false };
  const relays = [known];
  const hops = new RelayHops<typeof known>({ make: () => useSettingsRelay(options) });
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
      // Mail has no other way: each finds out by itself whether the relay is back, as its connections' own pause allows.
      failuresUntilOpen: Number.POSITIVE_INFINITY,
    }),
    ratePerSecond: () => null,
  });
}
