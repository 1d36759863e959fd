import type { Database } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { auditRoutes } from "./http/audit-routes.ts";

export const audit = defineFeature<{ database: Database }>({
  name: "audit",
  tag: { name: "API keys" },
  routes: { dashboard: (deps) => [auditRoutes(deps)] },
});
