import type { DnsPatience } from "../../../mail/dns/index.ts";
import { ShortCache } from "../../../platform/cache/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { listProcesses } from "../../metrics/index.ts";
import { ALL_CHECKS } from "../checks/all-checks.ts";
import type { CheckContext } from "../checks/check.ts";
import { checkOutbound } from "../checks/outbound.ts";
import { runChecks } from "../run-checks.ts";
import { alertRoutes } from "./alert-routes.ts";
import type { HealthDeps } from "./health-deps.ts";
import { finding, healthResponse } from "./schema.ts";

const TAGS = ["Instance"];
/** The checks query name servers and blocklists of others, so frequent requests get a cached result. */
const CACHE_MS = 15_000;
/** A person is waiting for the page, so unresponsive servers are reported quickly. */
const DNS_PATIENCE: DnsPatience = { timeoutMs: 2_000, tries: 1 };

/** Health routes for operators. Register them behind `requireOperator`. */
export function healthRoutes(deps: HealthDeps) {
  return async (app: App) => {
    const { config, database } = deps;
    const dns: CheckContext["dns"] = { query: (name, type) => deps.dns.query(name, type, DNS_PATIENCE) };
    const health = new ShortCache({
      load: async (_: "health") => ({
        checked_at: new Date().toISOString(),
        checks: await runChecks(ALL_CHECKS, { config, database, dns, delivery: await deps.delivery() }),
        processes: (await listProcesses(database)).map(({ role, node, pid, gauges }) => ({
          role,
          node,
          pid,
          memory_bytes: gauges.posthouse_process_resident_memory_bytes ?? 0,
          event_loop_lag_seconds: gauges.posthouse_event_loop_lag_seconds ?? 0,
        })),
      }),
      ttlMs: CACHE_MS,
      maxEntries: 1,
    });
    app.get(
      "/instance/health",
      {
        schema: {
          operationId: "getHealth",
          summary: "Check the instance's health",
          description: "Runs the checks of `posthouse doctor`. Results are cached for 15 seconds.",
          tags: TAGS,
          response: { 200: healthResponse, ...errorResponses(401, 403, 503) },
        },
      },
      async () => await health.get("health"),
    );
    app.post(
      "/instance/health/outbound",
      {
        schema: {
          operationId: "checkOutbound",
          summary: "Check whether port 25 of other servers can be reached",
          description: "Connects to the server of a large receiver and quits without sending mail.",
          tags: TAGS,
          response: { 200: finding, ...errorResponses(401, 403, 503) },
        },
      },
      async () => await checkOutbound(config.heloName),
    );
    await app.register(alertRoutes(deps));
  };
}
