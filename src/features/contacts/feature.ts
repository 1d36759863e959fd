import type { Database } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { CONTACTS_AUDIT_ACTIONS } from "./audit-actions.ts";
import { contactRoutes } from "./http/contact-routes.ts";
import { dashboardContactRoutes } from "./http/dashboard-routes.ts";

export const contacts = defineFeature<{ database: Database }>({
  name: "contacts",
  auditActions: CONTACTS_AUDIT_ACTIONS,
  tag: { name: "Contacts", description: "The account's contact list." },
  routes: {
    shared: (deps) => [contactRoutes(deps)],
    dashboard: (deps) => [dashboardContactRoutes(deps)],
  },
});
