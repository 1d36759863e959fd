import { addMonths } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { TRACKING_AUDIT_ACTIONS } from "./audit-actions.ts";
import { sweepEvidence } from "./engagements/queries.ts";
import { sweepJournals } from "./hits/queries.ts";
import { type LinkRoutesDeps, linkRoutes } from "./http/link-routes.ts";
import { linksRoutes, type SettingsRoutesDeps, settingsRoutes } from "./http/settings-routes.ts";
import { TRACKING_LOG_EVENTS } from "./log-events.ts";
import { TRACKING_METRICS } from "./metric-definitions.ts";

type TrackingDeps = SettingsRoutesDeps & LinkRoutesDeps;

export const tracking = defineFeature<TrackingDeps>({
  name: "tracking",
  tag: { name: "Tracking", description: "Opens and clicks: what is tracked, and what is stored of readers." },
  logEvents: TRACKING_LOG_EVENTS,
  metrics: TRACKING_METRICS,
  auditActions: TRACKING_AUDIT_ACTIONS,
  routes: {
    shared: (deps) => [settingsRoutes(deps)],
    operators: (deps) => [linksRoutes(deps)],
    open: (deps) => [linkRoutes(deps)],
  },
  cleanup: {
    engagementMonths: (database) => addMonths(database, "engagements"),
    engagementJournals: sweepJournals,
    engagementEvidence: sweepEvidence,
  },
});
