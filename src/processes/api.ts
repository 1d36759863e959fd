/** The process that serves HTTP: the API, the dashboard, and jobs that any node may do. */
import { fileURLToPath } from "node:url";
import { requireOperator } from "../features/accounts/index.ts";
import { logRequestsOf } from "../features/requests/index.ts";
import { requireSession } from "../features/sessions/index.ts";
import { isReady } from "../platform/db/index.ts";
import {
  type App,
  addRightsHooks,
  buildServer,
  isConnectionError,
  markRoutes,
} from "../platform/http/index.ts";
import { JobRunner, type Schedule } from "../platform/jobs/index.ts";
import { apiDescription } from "./api-description.ts";
import { type Audience, features, type UsedFeature } from "./features.ts";
import type { Role } from "./role.ts";
import { answerFirstOf } from "./services/answer-first.ts";
import { apiKeyHooksOf } from "./services/api-key-hooks.ts";
import { startAskingForBackground } from "./services/background.ts";
import { clockOf } from "./services/clock.ts";
import { startFollowers } from "./services/followers.ts";
import { startReporting } from "./services/reporting.ts";
import type { Services } from "./services/services.ts";
import { startTrackingHttps, stoppedLinksOf } from "./services/tracking.ts";
import { startWebhookMail } from "./services/webhooks.ts";
import { sweep } from "./sweep.ts";

/** PostgreSQL uses one core per connection. More connections would only wait for each other. */
export const api: Role = { pool: { max: 10 }, start: startApi };

const PAGES_DIR = fileURLToPath(new URL("../../dashboard/dist", import.meta.url));

/** Interval at which expired rows are removed: sessions, counters, requests, Idempotency-Keys, contents. */
const SWEEP_EVERY_SECONDS = 600;

async function startApi(services: Services) {
  const { config, database, log } = services;
  const app = buildApi(services);
  await stoppedLinksOf(services).start();
  // Without a database, hits get the node's time until the first reading.
  await clockOf(services)
    .known()
    .catch(() => undefined);
  const url = await app.listen({ host: config.host, port: config.port });
  const answersFirst = answerFirstOf(services);
  const trackingHttps = await startTrackingHttps(services, (request, response) => {
    if (!answersFirst(request, response)) app.routing(request, response);
  });
  startReporting(services);
  startFollowers(services);
  startWebhookMail(services);
  const jobs = new JobRunner({ database, log, schedules: schedulesOf(services) });
  jobs.start();
  startAskingForBackground(services);
  return {
    url,
    isOfOneClient: isConnectionError,
    stop: async () => {
      await jobs.stop();
      await trackingHttps?.close();
      await app.close();
    },
  };
}

function schedulesOf(services: Services): Schedule[] {
  const { database, log } = services;
  const sweeping = {
    name: "sweep",
    everySeconds: SWEEP_EVERY_SECONDS,
    run: () => sweep({ database, log, features }),
  };
  return [sweeping, ...features.flatMap((feature) => feature.schedules(services))];
}

/** Builds the HTTP server from its services. Tests call `inject()` on it. */
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
    answerFirst: answerFirstOf(services),
  });
  logRequestsOf(app, { database, log });
  for (const feature of features) register(app, { feature, services, audiences: ["open"] });
  app.register(programRoutes(services), { prefix: "/api/v1" });
  app.register(dashboardRoutes(services), { prefix: "/api" });
  return app;
}

function programRoutes(services: Services) {
  return (app: App, _options: object, done: () => void) => {
    addRightsHooks(app, apiKeyHooksOf(services));
    for (const feature of features) register(app, { feature, services, audiences: ["programs", "shared"] });
    done();
  };
}

/** Routes for people: those of an account for all its users, those of the instance for operators. */
function dashboardRoutes(services: Services) {
  return (app: App, _options: object, done: () => void) => {
    addRightsHooks(app, requireSession(services));
    for (const feature of features) {
      register(app, { feature, services, audiences: ["dashboard"] });
      register(app, { feature, services, audiences: ["shared"], suffix: "ForDashboard" });
    }
    app.register((operators: App, _: object, registered: () => void) => {
      addRightsHooks(operators, requireOperator(services));
      for (const feature of features) register(operators, { feature, services, audiences: ["operators"] });
      registered();
    });
    done();
  };
}

type Registration = {
  feature: UsedFeature;
  services: Services;
  audiences: readonly Audience[];
  suffix?: string;
};

/** Registers a feature's routes in their own scope, with their group in the API document. */
function register(app: App, { feature, services, audiences, suffix = "" }: Registration): void {
  const routes = audiences.flatMap((audience) => feature.routes(audience, services));
  if (routes.length === 0) return;
  app.register((scope: App, _options: object, done: () => void) => {
    markRoutes(scope, { suffix, tag: suffix === "" ? (feature.tag?.name ?? "Dashboard") : "Dashboard" });
    for (const plugin of routes) scope.register(plugin);
    done();
  });
}
