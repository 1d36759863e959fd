/**
 * Composition root of the HTTP side: the list of routes and of what stands before them. The delivery side is composed in
 * worker.ts, so that a worker's process does not carry a web server.
 */
import { fileURLToPath } from "node:url";
import { apiDescription } from "./api-description.ts";
import { type Config, databaseUrlOf } from "./config.ts";
import {
  accountRoutes,
  createDefaultSender,
  requireKey,
  requireSession,
  sweepAccounts,
} from "./features/accounts/index.ts";
import { overviewRoutes } from "./features/analytics/index.ts";
import { contactRoutes } from "./features/contacts/index.ts";
import { createQueueNotice } from "./features/delivery/index.ts";
import { createSenderPolicy } from "./features/domains/index.ts";
import { createAcceptEmail } from "./features/emails/index.ts";
import { emailRoutes, sendRoutes } from "./features/emails/routes.ts";
import { type Database, isReady, openDatabase } from "./platform/db/index.ts";
import { type App, buildServer } from "./platform/http/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";

const pagesDir = fileURLToPath(new URL("../dashboard/dist", import.meta.url));

/** PostgreSQL does the work of a connection on a core: more of them than this only wait for each other. */
const apiConnections = 10;
/** Expired sessions and old counters are removed this often. */
const sweepEveryMs = 10 * 60_000;

/** The HTTP side as a function of its settings and its database: a test calls `inject()` on it. */
export function buildApi(config: Config, log: Logger, database: Database): App {
  const app = buildServer({
    baseUrl: config.baseUrl,
    trustedProxies: config.trustedProxies,
    log,
    isReady: () => isReady(database.pool),
    description: apiDescription,
    pagesDir,
  });
  const accounts = { database, config, log };
  const acceptEmail = createAcceptEmail({
    database,
    defaultSenderOf: createDefaultSender(accounts),
    reasonToRefuseDomain: createSenderPolicy({ database, saas: config.saas }),
    onQueued: createQueueNotice(database, log),
  });

  app.register(accountRoutes(accounts));
  app.register((v1, _options, done) => {
    v1.addHook("onRequest", requireKey(accounts));
    v1.register(sendRoutes({ acceptEmail }), { prefix: "/api/v1" });
    v1.register(emailRoutes({ database, surface: "v1" }), { prefix: "/api/v1" });
    v1.register(contactRoutes({ database, surface: "v1" }), { prefix: "/api/v1" });
    done();
  });
  app.register((dashboard, _options, done) => {
    dashboard.addHook("onRequest", requireSession(accounts));
    dashboard.register(emailRoutes({ database, surface: "dashboard" }), { prefix: "/api" });
    dashboard.register(contactRoutes({ database, surface: "dashboard" }), { prefix: "/api" });
    dashboard.register(overviewRoutes({ database, config }), { prefix: "/api" });
    done();
  });
  return app;
}

/** One process of the role `api`. Rejects when the port is taken. */
export async function startApi(config: Config, log: Logger) {
  const database = openDatabase(databaseUrlOf(config), { max: apiConnections });
  const app = buildApi(config, log, database);
  const url = await app.listen({ host: config.host, port: config.port });
  const sweeping = setInterval(() => {
    sweepAccounts(database).catch((error: unknown) =>
      log.warn({ event: "sweep.failed", err: error }, "could not remove expired sessions"),
    );
  }, sweepEveryMs);
  return {
    url,
    stop: async () => {
      clearInterval(sweeping);
      await app.close();
      await database.close();
    },
  };
}
