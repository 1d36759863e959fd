import type { Routes } from "../route/router.ts";
import type { DirectHops } from "./direct-hops.ts";
import type { SourcePool } from "./source-pool.ts";

/** All mail is sent directly to the recipients' servers. */
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

/** Some servers reply in milliseconds, some not within a minute. Mail for slow ones must not take all places. */
export const directLimits = { maxInFlight: 2_048, maxTransactions: 400, perDomain: 32 } as const;
