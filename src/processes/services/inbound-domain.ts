import { ReturnPathDomains } from "../../features/domains/index.ts";
import { once } from "./services.ts";

/** The domain in which an account's replies and bounces come back to us: the sender's own, or else the instance's. */
export const inboundDomainOf = once(({ config, database }) => {
  const returnPathDomains = new ReturnPathDomains(database);
  return async (accountId: string, fromDomain: string): Promise<string | null> =>
    (await returnPathDomains.of(accountId, fromDomain)) ?? config.returnPathDomain;
});
