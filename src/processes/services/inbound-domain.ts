import { createReturnPathDomainOf } from "../../features/domains/index.ts";
import { once } from "./services.ts";

/** The domain to which an account's replies and bounces are sent: the sender's own, otherwise the instance's. */
export const inboundDomainOf = once(({ config, database }) => {
  const returnPathDomainOf = createReturnPathDomainOf(database);
  return async (accountId: string, fromDomain: string): Promise<string | null> =>
    (await returnPathDomainOf(accountId, fromDomain)) ?? config.returnPathDomain;
});
