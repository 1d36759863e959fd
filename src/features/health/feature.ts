import { defineFeature } from "../define-feature.ts";
import { deleteOldAlerts } from "./alerts/alert-queries.ts";
import { startAlerts } from "./alerts/watch.ts";
import type { HealthDeps } from "./http/health-deps.ts";
import { healthRoutes } from "./http/health-routes.ts";

export const health = defineFeature<HealthDeps & Omit<Parameters<typeof startAlerts>[0], "channels">>({
  name: "health",
  tag: {
    name: "Instance",
    description: "Health, alerts and the queue of the whole instance, for operators.",
  },
  routes: { operators: (deps) => [healthRoutes(deps)] },
  cleanup: { alerts: deleteOldAlerts },
  start: (deps) => ({
    stop: startAlerts({ ...deps, channels: deps.channels.map(({ notify }) => notify) }),
  }),
});
