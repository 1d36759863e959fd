import { hasReturnPaths } from "../../features/domains/index.ts";
import { deliveryModeOf } from "./delivery-mode.ts";
import { once } from "./services.ts";

/**
 * Whether mail may come back to this instance, so that its inbound port must be open: the settings say so, mail is delivered directly, or
 * the return path of a domain points here. With a relay, bounces and complaints come here too.
 */
export const takesInboundMailOf = once((services) => {
  const { config, database } = services;
  const loadMode = deliveryModeOf(services);
  return async (): Promise<boolean> =>
    config.takesReturns || (await loadMode()) === "direct" || (await hasReturnPaths(database));
});
