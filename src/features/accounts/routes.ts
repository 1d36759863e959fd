import type { onRequestHookHandler } from "fastify";
import type { App } from "../../platform/http/index.ts";
import { auditRoutes } from "./audit/audit-routes.ts";
import type { AccountDeps } from "./deps.ts";
import { keyRoutes } from "./keys/key-routes.ts";
import { requireSession } from "./sessions/require-session.ts";
import { sessionRoutes } from "./sessions/session-routes.ts";
import { settingsRoutes } from "./settings/settings-routes.ts";
import { authRoutes } from "./users/auth-routes.ts";

/**
 * All routes of accounts; and every other path below /api/v1 asks at the door of programs before it tells whether there is anything.
 */
export function accountRoutes(deps: AccountDeps, v1Door: readonly onRequestHookHandler[]) {
  return (app: App, _options: object, done: () => void) => {
    app.register(authRoutes(deps));
    app.register((signedIn: App, _: object, registered: () => void) => {
      signedIn.addHook("onRequest", requireSession(deps));
      keyRoutes(signedIn, deps);
      auditRoutes(signedIn, deps);
      sessionRoutes(signedIn, deps);
      settingsRoutes(signedIn, deps);
      registered();
    });
    app.all("/api/v1/*", { onRequest: [...v1Door], schema: { hide: true } }, async (_request, reply) =>
      reply.callNotFound(),
    );
    done();
  };
}
