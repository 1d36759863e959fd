import { type App, markRoutes } from "../../platform/http/index.ts";
import { defineFeature } from "../define-feature.ts";
import type { ResendDeps } from "./change/resend-email.ts";
import { sweepContents } from "./contents/sweep-contents.ts";
import { changeRoutes } from "./http/change-routes.ts";
import { emailRoutes, previewRoutes } from "./http/email-routes.ts";
import { batchRoute, type SendRoutesDeps, sendRoute } from "./http/send-routes.ts";
import { deleteExpiredKeys } from "./idempotency/queries.ts";
import { EMAIL_METRICS } from "./metric-definitions.ts";
import { deleteOldUsage } from "./quotas/daily-quotas.ts";

type EmailDeps = SendRoutesDeps & ResendDeps;

export const emails = defineFeature<EmailDeps>({
  name: "emails",
  metrics: EMAIL_METRICS,
  tag: { name: "Emails", description: "Send emails and follow their delivery." },
  routes: {
    programs: (deps) => [sendRoute("/send", deps), batchRoute(deps)],
    shared: (deps) => [changeRoutes(deps), emailRoutes(deps)],
    dashboard: (deps) => [sendFromDashboard(deps), previewRoutes(deps)],
  },
  cleanup: { idempotencyKeys: deleteExpiredKeys, quotaUsage: deleteOldUsage, contents: sweepContents },
});

/** The route that programs have under another path. */
function sendFromDashboard(deps: EmailDeps) {
  return (app: App, _options: object, done: () => void) => {
    markRoutes(app, { suffix: "ForDashboard", tag: "Dashboard" });
    app.register(sendRoute("/emails", deps));
    done();
  };
}
