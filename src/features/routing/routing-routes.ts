import type { App } from "../../platform/http/index.ts";
import { requireOperator } from "../accounts/index.ts";
import { poolRoutes } from "./pools/pool-routes.ts";
import { relayRoutes } from "./relays/relay-routes.ts";
import type { RouteDeps } from "./route-deps.ts";
import { ruleRoutes } from "./rules/rule-routes.ts";

export type RoutingRouteOptions = RouteDeps & {
  /** What happens to mail that no rule fits, as a sentence. */
  otherwise: string;
  surface: "v1" | "dashboard";
};

/**
 * Relays and routing rules of an account, for programs and for the dashboard; pools on both for operators, and for them in the
 * dashboard, under /instance, what all accounts share.
 */
export function routingRoutes({ surface, ...deps }: RoutingRouteOptions) {
  const operatorsOnly = requireOperator(deps);
  return (app: App, _options: object, done: () => void) => {
    relayRoutes(app, deps, surface);
    ruleRoutes(app, deps, surface);
    app.register((operators: App, _: object, registered: () => void) => {
      operators.addHook("onRequest", operatorsOnly);
      poolRoutes(operators, deps, surface);
      if (surface === "dashboard") {
        operators.register(instanceRoutes(deps), { prefix: "/instance" });
      }
      registered();
    });
    done();
  };
}

function instanceRoutes(deps: Omit<RoutingRouteOptions, "surface">) {
  return (app: App, _options: object, done: () => void) => {
    relayRoutes(app, deps, "instance");
    ruleRoutes(app, deps, "instance");
    done();
  };
}
