import { ReturnPathDomains } from "../../features/domains/index.ts";
import { once } from "./services.ts";

/** The domain to which an account's replies and bounces are sent: the sender's own, otherwise the instance's. */
export const inboundDomainOf = once(({ config, database }) => {
  const returnPathDomains = new ReturnPathDomains(database);
  return async (accountId: string, fromDomain: string): Promise<string | null> =>
    (await returnPathDomains.of(accountId, fromDomain)) ?? config.returnPathDomain;
});
