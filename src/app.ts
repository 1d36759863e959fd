/**
 * Composition root of the HTTP side: the list of routes and of what stands before them. The delivery side is composed in
 * worker.ts, so that a worker's process does not carry a web server.
 */
import { fileURLToPath } from "node:url";
import { apiDescription } from "./api-description.ts";
import { type Config, databaseUrlOf } from "./config.ts";
import { authRoutes, settingsRoutes } from "./features/accounts/index.ts";
import { overviewRoutes } from "./features/analytics/index.ts";
import { auditRoutes } from "./features/audit/index.ts";
import { postmarkRoutes, resendRoutes, sendgridRoutes } from "./features/compat/index.ts";
import { contactRoutes } from "./features/contacts/index.ts";
import { domainRoutes } from "./features/domains/api/domain-routes.ts";
import { startDomainChecks } from "./features/domains/checks/start-domain-checks.ts";
import { changeRoutes } from "./features/emails/routes/change-routes.ts";
import { emailRoutes } from "./features/emails/routes/email-routes.ts";
import { sendRoutes } from "./features/emails/routes/send-routes.ts";
import { reportRoutes } from "./features/inbound/reports/report-routes.ts";
import { apiKeyHooks, guardUnknownPaths, keyRoutes } from "./features/keys/index.ts";
import { Totals } from "./features/metrics/index.ts";
import { logRequestsOf, requestRoutes } from "./features/requests/index.ts";
import { routingRoutes } from "./features/routing/routing-routes.ts";
import { requireSession, sessionRoutes } from "./features/sessions/index.ts";
import { suppressionRoutes, unsubscribeRoutes } from "./features/suppressions/index.ts";
import { operationRoutes, startOperations } from "./operations.ts";
import { type Database, isReady, openDatabase } from "./platform/db/index.ts";
import { type App, buildServer, isConnectionError } from "./platform/http/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";
import { composeRouting } from "./routing.ts";
import { composeSenderDomains } from "./sender-domains.ts";
import { composeSending } from "./sending.ts";
import { sweep } from "./sweep.ts";
import { composeUnsubscriptions } from "./unsubscribing.ts";

const pagesDir = fileURLToPath(new URL("../dashboard/dist", import.meta.url));

/** PostgreSQL does the work of a connection on a core: more of them than this only wait for each other. */
const apiConnections = 10;
/** What has expired is removed this often: sessions, counters, requests, Idempotency-Keys, contents. */
const sweepEveryMs = 10 * 60_000;

/** The HTTP side as a function of its settings and its database: a test calls `inject()` on it. */
export function buildApi(config: Config, log: Logger, database: Database, totals?: Totals): App {
  const app = buildServer({
    baseUrl: config.baseUrl,
    trustedProxies: config.trustedProxies,
    allowedHosts: config.allowedHosts,
    log,
    isReady: () => isReady(database.pool),
    description: apiDescription,
    pagesDir,
  });
  const accounts = { database, config, log };
  logRequestsOf(app, { database, log });
  const v1Hooks = apiKeyHooks(accounts);
  const sending = composeSending({ database, config, log, ...(totals && { totals }) });
  const domains = composeSenderDomains({ database, config, log });
  const routing = composeRouting({ database, config, log });

  app.register(authRoutes(accounts));
  app.register(guardUnknownPaths(v1Hooks));
  app.register((v1, _options, done) => {
    for (const hook of v1Hooks) v1.addHook("onRequest", hook);
    v1.register(sendRoutes({ ...sending, surface: "v1" }), { prefix: "/api/v1" });
    v1.register(changeRoutes({ database, ...sending, surface: "v1" }), { prefix: "/api/v1" });
    v1.register(emailRoutes({ database, surface: "v1" }), { prefix: "/api/v1" });
    v1.register(contactRoutes({ database, surface: "v1" }), { prefix: "/api/v1" });
    v1.register(domainRoutes({ ...domains, surface: "v1" }), { prefix: "/api/v1" });
    v1.register(reportRoutes({ database, surface: "v1" }), { prefix: "/api/v1" });
    v1.register(routingRoutes({ ...routing, surface: "v1" }), { prefix: "/api/v1" });
    v1.register(suppressionRoutes({ database, surface: "v1" }), { prefix: "/api/v1" });
    done();
  });
  const compat = { database, log, baseUrl: config.baseUrl, hooks: v1Hooks, ...sending };
  app.register(resendRoutes(compat), { prefix: "/compat/resend" });
  app.register(postmarkRoutes(compat), { prefix: "/compat/postmark" });
  app.register(sendgridRoutes(compat), { prefix: "/compat/sendgrid" });
  app.register(unsubscribeRoutes({ database, unsubscriptions: composeUnsubscriptions(config) }));
  app.register(operationRoutes(accounts));
  app.register((dashboard, _options, done) => {
    dashboard.addHook("onRequest", requireSession(accounts));
    dashboard.register(keyRoutes({ database }), { prefix: "/api" });
    dashboard.register(auditRoutes({ database }), { prefix: "/api" });
    dashboard.register(sessionRoutes({ database }), { prefix: "/api" });
    dashboard.register(settingsRoutes(accounts), { prefix: "/api" });
    dashboard.register(sendRoutes({ ...sending, surface: "dashboard" }), { prefix: "/api" });
    dashboard.register(changeRoutes({ database, ...sending, surface: "dashboard" }), { prefix: "/api" });
    dashboard.register(emailRoutes({ database, surface: "dashboard" }), { prefix: "/api" });
    dashboard.register(contactRoutes({ database, surface: "dashboard" }), { prefix: "/api" });
    dashboard.register(domainRoutes({ ...domains, surface: "dashboard" }), { prefix: "/api" });
    dashboard.register(reportRoutes({ database, surface: "dashboard" }), { prefix: "/api" });
    dashboard.register(routingRoutes({ ...routing, surface: "dashboard" }), { prefix: "/api" });
    dashboard.register(suppressionRoutes({ database, surface: "dashboard" }), { prefix: "/api" });
    dashboard.register(overviewRoutes({ database, config }), { prefix: "/api" });
    dashboard.register(requestRoutes({ database }), { prefix: "/api" });
    done();
  });
  return app;
}

/** One process of the role `api`. Rejects when the port is taken. */
export async function startApi(config: Config, log: Logger) {
  const database = openDatabase(databaseUrlOf(config), { max: apiConnections });
  const totals = new Totals();
  const app = buildApi(config, log, database, totals);
  const url = await app.listen({ host: config.host, port: config.port });
  const checking = startDomainChecks(composeSenderDomains({ database, config, log }));
  const operations = startOperations({ config, log, database, totals });
  const sweeping = setInterval(() => void sweep({ database, log }), sweepEveryMs);
  return {
    url,
    isOfOneClient: isConnectionError,
    stop: async () => {
      clearInterval(sweeping);
      await checking.stop();
      await operations.stop();
      await app.close();
      await database.close();
    },
  };
}
