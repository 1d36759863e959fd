import { defineFeature } from "../define-feature.ts";
import { DOMAINS_ALERT_RULES } from "./alert-rules.ts";
import { DOMAINS_AUDIT_ACTIONS } from "./audit-actions.ts";
import { checkDueDomains } from "./checks/check-due-domains.ts";
import type { DomainDeps } from "./domain-deps.ts";
import { sweepDomains } from "./events/sweep-domains.ts";
import { domainRoutes } from "./http/domain-routes.ts";
import { DOMAINS_LOG_EVENTS } from "./log-events.ts";

export const domains = defineFeature<DomainDeps>({
  name: "domains",
  logEvents: DOMAINS_LOG_EVENTS,
  alertRules: DOMAINS_ALERT_RULES,
  auditActions: DOMAINS_AUDIT_ACTIONS,
  tag: {
    name: "Domains",
    description:
      "Domains that the account sends from, their DNS records, and what receivers report about their mail.",
  },
  routes: { shared: (deps) => [domainRoutes(deps)] },
  cleanup: { domains: (database) => sweepDomains(database) },
  // Short enough for a person who waits for a first check. The query is cheap, because due domains are indexed.
  schedules: (deps) => [
    { name: "domain-checks", everySeconds: 15, run: (stopping) => checkDueDomains(deps, stopping) },
  ],
});
