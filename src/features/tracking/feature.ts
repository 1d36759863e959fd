import { defineFeature } from "../define-feature.ts";
import { TRACKING_AUDIT_ACTIONS } from "./audit-actions.ts";
import { linksRoutes, type SettingsRoutesDeps, settingsRoutes } from "./http/settings-routes.ts";

export type TrackingDeps = SettingsRoutesDeps;

export const tracking = defineFeature<TrackingDeps>({
  name: "tracking",
  tag: { name: "Tracking", description: "Opens and clicks: what is tracked, and what is stored of readers." },
  auditActions: TRACKING_AUDIT_ACTIONS,
  routes: { shared: (deps) => [settingsRoutes(deps)], operators: (deps) => [linksRoutes(deps)] },
});
