import { addMonths } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { TRACKING_ALERT_RULES } from "./alert-rules.ts";
import { TRACKING_AUDIT_ACTIONS } from "./audit-actions.ts";
import { sweepEvidence } from "./engagements/queries.ts";
import { sweepJournals } from "./hits/queries.ts";
import { sweepCertificates } from "./hosts/certificate-queries.ts";
import { checkDueHosts, type HostDeps } from "./hosts/check-hosts.ts";
import { type CertificateDeps, orderDueCertificates } from "./hosts/order-certificates.ts";
import { type HostRoutesDeps, hostRoutes } from "./http/host-routes.ts";
import { linksRoutes, type SettingsRoutesDeps, settingsRoutes } from "./http/settings-routes.ts";
import { TRACKING_LOG_EVENTS } from "./log-events.ts";
import { TRACKING_METRICS } from "./metric-definitions.ts";

type TrackingDeps = SettingsRoutesDeps & HostRoutesDeps & HostDeps & CertificateDeps;

export const tracking = defineFeature<TrackingDeps>({
  name: "tracking",
  tag: {
    name: "Tracking",
    description: "Opens and clicks: what is tracked, and what is stored about readers.",
  },
  logEvents: TRACKING_LOG_EVENTS,
  metrics: TRACKING_METRICS,
  auditActions: TRACKING_AUDIT_ACTIONS,
  routes: {
    shared: (deps) => [settingsRoutes(deps)],
    operators: (deps) => [linksRoutes(deps)],
    // The links and the pixel come before all routes: answerLink.
    open: (deps) => [hostRoutes(deps)],
  },
  cleanup: {
    engagementMonths: (database) => addMonths(database, "engagements"),
    engagementJournals: sweepJournals,
    engagementEvidence: sweepEvidence,
    trackingCertificates: sweepCertificates,
  },
  alertRules: TRACKING_ALERT_RULES,
  schedules: (deps) => [
    {
      name: "tracking-certificates",
      everySeconds: 30,
      run: (stopping) => orderDueCertificates(deps, stopping),
    },
    // A person may be waiting for the check of a new DNS record, so it runs often.
    { name: "tracking-hosts", everySeconds: 20, run: (stopping) => checkDueHosts(deps, stopping) },
  ],
});
