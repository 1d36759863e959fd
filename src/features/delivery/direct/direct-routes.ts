import type { ClaimedEmail, ClaimedRecipient } from "../claim/claimed-email.ts";
import type { Hop } from "../route/hop.ts";
import type { Routes } from "../route/router.ts";
import type { DirectHops } from "./direct-hops.ts";
import type { SourcePool } from "./source-pool.ts";

/** Some servers reply in milliseconds, some not within a minute. Mail for slow ones must not take all places. */
export const DIRECT_LIMITS = { maxInFlight: 2_048, maxTransactions: 400, perDomain: 32 } as const;

type Options = { hops: DirectHops; pool: SourcePool; returnPathOf: Routes["returnPathOf"] };

/** All mail is sent directly to the recipients' servers. */
export class DirectRoutes implements Routes {
  readonly #options: Options;
  readonly maxInFlight = DIRECT_LIMITS.maxInFlight;
  readonly maxTransactions = DIRECT_LIMITS.maxTransactions;
  readonly perDomain = DIRECT_LIMITS.perDomain;

  constructor(options: Options) {
    this.#options = options;
  }

  hopTo({ accountId }: ClaimedEmail, domain: string) {
    const { hops, pool } = this.#options;
    return hops.hopTo(domain, pool, accountId);
  }

  returnPathOf(email: ClaimedEmail, recipient: ClaimedRecipient, hop: Hop) {
    return this.#options.returnPathOf(email, recipient, hop);
  }

  close(): Promise<void> {
    return this.#options.hops.close();
  }
}
