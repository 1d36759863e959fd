import { type App, addRightsHooks, markRoutes } from "../../../platform/http/index.ts";
import { requireOperator } from "../../accounts/index.ts";
import type { DeliveryDeps } from "../modes/load-delivery.ts";
import { poolRoutes } from "./pool-routes.ts";
import { relayRoutes } from "./relay-routes.ts";
import type { RouteDeps } from "./route-deps.ts";
import { ruleRoutes } from "./rule-routes.ts";

export type RoutingRouteOptions = RouteDeps & {
  config: DeliveryDeps["config"];
  /** Returns a sentence that describes the default route. */
  describeDefaultRoute: () => Promise<string>;
};

/** Relays and routing rules of an account. Operators also get pools, which belong to the instance. */
export function routingRoutes(deps: RoutingRouteOptions) {
  return (app: App, _options: object, done: () => void) => {
    relayRoutes(app, deps, "account");
    ruleRoutes(app, deps, "account");
    app.register((operators: App, _: object, registered: () => void) => {
      addRightsHooks(operators, requireOperator(deps));
      poolRoutes(operators, deps);
      registered();
    });
    done();
  };
}

/** Relays and rules that all accounts share. Registered behind `requireOperator`. */
export function instanceRoutingRoutes(deps: RoutingRouteOptions) {
  return (app: App, _options: object, done: () => void) => {
    markRoutes(app, { suffix: "OfInstance", tag: "Operators" });
    relayRoutes(app, deps, "instance");
    ruleRoutes(app, deps, "instance");
    done();
  };
}
