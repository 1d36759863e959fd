import type { Routes } from "../route/router.ts";
import type { DirectHops } from "./direct-hops.ts";
import type { SourcePool } from "./source-pool.ts";

/** All mail goes straight to the servers of its recipients. */
export function createDirectRoutes({
  hops,
  pool,
  returnPathOf,
}: {
  hops: DirectHops;
  pool: SourcePool;
  returnPathOf: Routes["returnPathOf"];
}): Routes {
  return {
    hopTo: ({ accountId }, domain) => hops.hopTo(domain, pool, accountId),
    returnPathOf,
    ...directLimits,
    close: () => hops.close(),
  };
}

/** Some destinations answer in milliseconds and some not within a minute: mail for these must not fill the hand. */
export const directLimits = { maxInFlight: 2_048, maxTransactions: 400, perDomain: 32 } as const;
