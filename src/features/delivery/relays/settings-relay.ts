import type { Endpoint } from "../../../mail/smtp/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { cooldownMs } from "../../routing/index.ts";
import type { ClaimedEmail, ClaimedRecipient } from "../claim/claimed-email.ts";
import type { Hop } from "../route/hop.ts";
import type { Routes } from "../route/router.ts";
import { MAX_RELAY_CONNECTIONS, RelayTransport } from "../transmit/relay-transport.ts";
import { RelayBreaker } from "./relay-breaker.ts";
import { LocalHealth } from "./relay-health.ts";
import { RelayHops } from "./relay-hops.ts";
import { RelayInUse } from "./relay-in-use.ts";
import { relayPlan } from "./relay-plan.ts";
import { signerOf } from "./ses/signer-of.ts";

/** Enough to keep all slots busy during the next claim, few enough that a crash delays little mail. */
const MAX_IN_FLIGHT = 512;

type Options = {
  endpoint: Endpoint;
  heloName: string;
  returnPathOf: Routes["returnPathOf"];
  log: Logger;
};

type SettingsRelay = { id: string; weight: number; revision: number; isGuarded: boolean };

/** The relay of the settings (SMTP_RELAY_URL): the default route. */
export class SettingsRelayRoutes implements Routes {
  readonly #options: Options;
  readonly #relays: SettingsRelay[] = [{ id: "settings", weight: 1, revision: 0, isGuarded: false }];
  readonly #hops: RelayHops<SettingsRelay>;
  readonly maxInFlight = MAX_IN_FLIGHT;
  readonly maxTransactions = MAX_RELAY_CONNECTIONS;
  readonly perDomain = Number.POSITIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
    this.#hops = new RelayHops<SettingsRelay>({ make: () => useSettingsRelay(options) });
  }

  hopTo({ email }: ClaimedEmail) {
    return this.#hops.hopTo({
      relays: this.#relays,
      spread: "order",
      emailId: email.id,
      attempt: 0,
      rule: null,
    });
  }

  returnPathOf(email: ClaimedEmail, recipient: ClaimedRecipient, hop: Hop) {
    return this.#options.returnPathOf(email, recipient, hop);
  }

  close(): Promise<void> {
    return this.#hops.close();
  }
}

function useSettingsRelay({ endpoint, heloName, log }: Options): RelayInUse {
  const name = `${endpoint.host}:${endpoint.port}`;
  return new RelayInUse({
    throttle: `relay ${name}`,
    route: `relay ${name}`,
    plan: relayPlan(null),
    isOwn: false,
    transport: new RelayTransport({ endpoint, heloName, signer: signerOf(endpoint.host) }),
    breaker: new RelayBreaker({
      name,
      relayId: "settings",
      log,
      health: new LocalHealth(cooldownMs),
      // Mail has no other route, so each message finds out whether the relay is back, as often as the pool's own pause allows.
      failuresUntilOpen: Number.POSITIVE_INFINITY,
    }),
    ratePerSecond: () => null,
  });
}
