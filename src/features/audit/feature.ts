import { defineFeature } from "../define-feature.ts";
import { type AuditRouteDeps, auditRoutes } from "./http/audit-routes.ts";

export const audit = defineFeature<AuditRouteDeps>({
  name: "audit",
  tag: { name: "API keys" },
  routes: { dashboard: (deps) => [auditRoutes(deps)] },
});
