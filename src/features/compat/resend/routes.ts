import { type SurfaceHooks, surface } from "../surface.ts";
import { attachmentRoutes, downloadRoute } from "./attachment-routes.ts";
import { contactRoutes } from "./contact-routes.ts";
import type { ResendDeps } from "./deps.ts";
import { emailRoutes, sendRoutes } from "./email-routes.ts";
import { keyRoutes } from "./key-routes.ts";
import { metricsRoutes } from "./metrics-routes.ts";
import { missing, refusedRoutes } from "./not-implemented.ts";
import { presentError } from "./present-error.ts";
import { webhookEventRoutes } from "./webhook-event-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/** The routes that the SDK `resend` calls when its base URL is this server. */
export function resendRoutes(deps: ResendDeps & SurfaceHooks) {
  return surface({
    ...deps,
    shape: presentError,
    missing,
    open: (app) => downloadRoute(app, deps),
    routes: (app) => {
      sendRoutes(app, deps);
      metricsRoutes(app, deps);
      emailRoutes(app, deps);
      attachmentRoutes(app, deps);
      contactRoutes(app, deps);
      keyRoutes(app, deps);
      webhookRoutes(app, deps);
      webhookEventRoutes(app, deps);
      refusedRoutes(app);
    },
  });
}
