import { createReturnPathDomainOf } from "../../features/domains/index.ts";
import { once } from "./services.ts";

/** The domain in which an account's replies and bounces come back to us: the sender's own, or else the instance's. */
export const inboundDomainOf = once(({ config, database }) => {
  const returnPathDomainOf = createReturnPathDomainOf(database);
  return async (accountId: string, fromDomain: string): Promise<string | null> =>
    (await returnPathDomainOf(accountId, fromDomain)) ?? config.returnPathDomain;
});
