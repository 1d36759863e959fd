import type { ClaimedEmail, ClaimedRecipient } from "../claim/claimed-email.ts";
import { evenPlan } from "../throttles/throttle-plan.ts";
import { STOP_GRACE_MS, type Transport } from "../transmit/transport.ts";
import type { Hop } from "./hop.ts";
import type { Routes } from "./router.ts";

/** Enough to keep all slots busy during the next claim, few enough that a crash delays little mail. */
const MAX_IN_FLIGHT = 512;

type Options = {
  name: string;
  transport: Transport;
  maxTransactions: number;
  returnPathOf: Routes["returnPathOf"];
};

/** One hop for all mail. */
export class OneRoute implements Routes {
  readonly #options: Options;
  readonly #hop: Hop;
  readonly maxInFlight = MAX_IN_FLIGHT;
  readonly maxTransactions: number;
  readonly perDomain = Number.POSITIVE_INFINITY;

  constructor(options: Options) {
    const { name, transport, maxTransactions } = options;
    this.#options = options;
    this.maxTransactions = maxTransactions;
    this.#hop = {
      throttle: name,
      plan: evenPlan(maxTransactions),
      taken: { route: name },
      transmit: (transmission) => transport.transmit(transmission),
    };
  }

  hopTo(): Hop {
    return this.#hop;
  }

  returnPathOf(email: ClaimedEmail, recipient: ClaimedRecipient, hop: Hop) {
    return this.#options.returnPathOf(email, recipient, hop);
  }

  close(): Promise<void> {
    return this.#options.transport.close({ graceMs: STOP_GRACE_MS });
  }
}
