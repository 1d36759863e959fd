/** The process that serves HTTP: the API, the dashboard, and the work that any one node may do now and then. */
import { fileURLToPath } from "node:url";
import { authRoutes, requireOperator, settingsRoutes } from "../features/accounts/index.ts";
import { overviewRoutes } from "../features/analytics/index.ts";
import { auditRoutes } from "../features/audit/index.ts";
import { postmarkRoutes, resendRoutes, sendgridRoutes } from "../features/compat/index.ts";
import { contactRoutes } from "../features/contacts/index.ts";
import { domainRoutes } from "../features/domains/api/domain-routes.ts";
import { startDomainChecks } from "../features/domains/checks/start-domain-checks.ts";
import { changeRoutes } from "../features/emails/routes/change-routes.ts";
import { emailRoutes } from "../features/emails/routes/email-routes.ts";
import { sendRoutes } from "../features/emails/routes/send-routes.ts";
import { startAlerts } from "../features/health/index.ts";
import { healthRoutes } from "../features/health/routes/health-routes.ts";
import { reportRoutes } from "../features/inbound/reports/report-routes.ts";
import { apiKeyHooks, guardUnknownPaths, keyRoutes } from "../features/keys/index.ts";
import { metricsRoutes } from "../features/metrics/index.ts";
import { instanceQueueRoutes } from "../features/queue/routes/instance-queue-routes.ts";
import { queueRoutes } from "../features/queue/routes/queue-routes.ts";
import { logRequestsOf, requestRoutes } from "../features/requests/index.ts";
import { routingRoutes } from "../features/routing/routing-routes.ts";
import { requireSession, sessionRoutes } from "../features/sessions/index.ts";
import { suppressionRoutes, unsubscribeRoutes } from "../features/suppressions/index.ts";
import { isReady } from "../platform/db/index.ts";
import { type App, buildServer, isConnectionError } from "../platform/http/index.ts";
import { apiDescription } from "./api-description.ts";
import type { Role } from "./role.ts";
import { alertChannelsOf } from "./services/alert-channels.ts";
import { domainsOf } from "./services/domains.ts";
import { notifyWorkersOf } from "./services/notify-workers.ts";
import { startReporting } from "./services/reporting.ts";
import { routingOf } from "./services/routing.ts";
import { sendingOf } from "./services/sending.ts";
import type { Services } from "./services/services.ts";
import { unsubscriptionsOf } from "./services/unsubscriptions.ts";
import { sweep } from "./sweep.ts";

/** PostgreSQL does the work of one connection on one core: more connections than this only wait for each other. */
export const api: Role = { pool: { max: 10 }, start: startApi };

const PAGES_DIR = fileURLToPath(new URL("../../dashboard/dist", import.meta.url));

/** Expired rows are removed this often: sessions, counters, requests, Idempotency-Keys, contents. */
const SWEEP_EVERY_MS = 10 * 60_000;

async function startApi(services: Services) {
  const { config, database, log } = services;
  const app = buildApi(services);
  const url = await app.listen({ host: config.host, port: config.port });
  startReporting(services);
  const checking = startDomainChecks(domainsOf(services));
  const channels = alertChannelsOf(services).map(({ notify }) => notify);
  const stopAlerts = startAlerts({ database, log, dataDir: config.dataDir, channels });
  const sweeping = setInterval(() => void sweep({ database, log }), SWEEP_EVERY_MS);
  return {
    url,
    isOfOneClient: isConnectionError,
    stop: async () => {
      clearInterval(sweeping);
      await checking.stop();
      await stopAlerts();
      await app.close();
    },
  };
}

/** The HTTP side as a function of its services: a test calls `inject()` on it. */
export function buildApi(services: Services): App {
  const { config, database, log } = services;
  const app = buildServer({
    baseUrl: config.baseUrl,
    trustedProxies: config.trustedProxies,
    allowedHosts: config.allowedHosts,
    log,
    isReady: () => isReady(database.pool),
    description: apiDescription,
    pagesDir: PAGES_DIR,
  });
  logRequestsOf(app, { database, log });
  const v1Hooks = apiKeyHooks(services);
  const sending = sendingOf(services);

  app.register(authRoutes(services));
  app.register(guardUnknownPaths(v1Hooks));
  app.register(
    (v1, _options, done) => {
      for (const hook of v1Hooks) v1.addHook("onRequest", hook);
      registerShared(v1, services, "v1");
      done();
    },
    { prefix: "/api/v1" },
  );
  const compat = { database, log, baseUrl: config.baseUrl, doors: v1Hooks, ...sending };
  app.register(resendRoutes(compat), { prefix: "/compat/resend" });
  app.register(postmarkRoutes(compat), { prefix: "/compat/postmark" });
  app.register(sendgridRoutes(compat), { prefix: "/compat/sendgrid" });
  app.register(unsubscribeRoutes({ database, unsubscriptions: unsubscriptionsOf(services) }));
  app.register(metricsRoutes({ database, token: config.metricsToken }));
  app.register(dashboardRoutes(services), { prefix: "/api" });
  return app;
}

/** Routes for programs and for the dashboard alike. */
function registerShared(app: App, services: Services, surface: "v1" | "dashboard"): void {
  const { database } = services;
  const sending = sendingOf(services);
  app.register(sendRoutes({ ...sending, surface }));
  app.register(changeRoutes({ database, ...sending, surface }));
  app.register(emailRoutes({ database, surface }));
  app.register(contactRoutes({ database, surface }));
  app.register(domainRoutes({ ...domainsOf(services), surface }));
  app.register(reportRoutes({ database, surface }));
  app.register(routingRoutes({ ...routingOf(services), surface }));
  app.register(suppressionRoutes({ database, surface }));
}

/** Routes for people: an account's own to everybody in it, the whole instance to operators. */
function dashboardRoutes(services: Services) {
  const { config, database } = services;
  const queue = { database, onDue: notifyWorkersOf(services) };
  return (app: App, _options: object, done: () => void) => {
    app.addHook("onRequest", requireSession(services));
    app.register(queueRoutes(queue));
    app.register((operators: App, _: object, registered: () => void) => {
      operators.addHook("onRequest", requireOperator(services));
      operators.register(instanceQueueRoutes(queue));
      operators.register(healthRoutes({ config, database, channels: alertChannelsOf(services) }));
      registered();
    });
    app.register(keyRoutes({ database }));
    app.register(auditRoutes({ database }));
    app.register(sessionRoutes({ database }));
    app.register(settingsRoutes(services));
    registerShared(app, services, "dashboard");
    app.register(overviewRoutes({ database, config }));
    app.register(requestRoutes({ database }));
    done();
  };
}
