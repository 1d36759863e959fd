import { RoutingTables } from "../../features/routing/index.ts";
import { once } from "./services.ts";

/** The delivery mode, the relays and the rules, as one table of the process. */
export const routingTablesOf = once(
  ({ config, database, log, policies }) =>
    new RoutingTables({ database, log, policies, override: config.deliveryOverride }),
);
