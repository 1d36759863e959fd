import { DnsClient } from "../../../mail/dns/index.ts";
import { ShortCache } from "../../../platform/cache/index.ts";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { listProcesses } from "../../metrics/index.ts";
import { allChecks } from "../checks/all-checks.ts";
import { checkOutbound } from "../checks/outbound.ts";
import { examine } from "../run-checks.ts";
import { alertRoutes } from "./alert-routes.ts";
import type { HealthDeps } from "./health-deps.ts";
import { finding, healthResponse } from "./schema.ts";

const tags = ["Instance"];
/** Name servers and blocklists are others' servers: who looks often sees the same for a while. */
const cacheMs = 15_000;
/** Who waits for a page rather hears that a server does not answer. */
const dnsPatience = { timeoutMs: 2_000, tries: 1 };

/** How the instance is, for operators: to be registered behind `requireOperator`. */
export function healthRoutes(deps: HealthDeps) {
  return async (app: App) => {
    const { config, database } = deps;
    const dns = new DnsClient({ servers: config.dnsServers ?? undefined, ...dnsPatience });
    const health = new ShortCache({
      load: async (_: "health") => ({
        checked_at: new Date().toISOString(),
        checks: await examine(allChecks, { config, database, dns }),
        processes: (await listProcesses(database)).map(({ role, node, pid, gauges }) => ({
          role,
          node,
          pid,
          memory_bytes: gauges.posthouse_process_resident_memory_bytes ?? 0,
          event_loop_lag_seconds: gauges.posthouse_event_loop_lag_seconds ?? 0,
        })),
      }),
      ttlMs: cacheMs,
      maxEntries: 1,
    });
    app.get(
      "/instance/health",
      {
        schema: {
          operationId: "getHealth",
          summary: "Examine the instance",
          description: "The checks of `posthouse doctor`. An answer may be a quarter of a minute old.",
          tags,
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
          summary: "Try whether port 25 of other servers can be reached from here",
          description: "Greets the server of a large receiver and leaves.",
          tags,
          response: { 200: finding, ...errorResponses(401, 403, 503) },
        },
      },
      async () => await checkOutbound(config.heloName),
    );
    await app.register(alertRoutes(deps));
  };
}
