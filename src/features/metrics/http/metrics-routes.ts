import { createHash, timingSafeEqual } from "node:crypto";
import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import type { App } from "../../../platform/http/index.ts";
import { loadLags, loadLost } from "../../followers/index.ts";
import { countQueue, findOldestReady } from "../../queue/index.ts";
import { listProcesses, listTotals } from "../queries.ts";
import { type MetricDefinitions, renderMetrics } from "../render-metrics.ts";

/** Several scrapers within this time share one query. */
const CACHE_MS = 1_000;

export type MetricsRouteDeps = {
  database: Database;
  token: string | null;
  /** The metrics of all features. */
  definitions: MetricDefinitions;
};

/**
 * `/metrics` for Prometheus, with the metrics of all processes of all nodes. It requires a token, because behind a proxy every request
 * comes from loopback and the client's address proves nothing.
 */
export function metricsRoutes({ database, token, definitions }: MetricsRouteDeps) {
  return async (app: App) => {
    if (token === null) return;
    const text = new ShortCache<"text", string>({
      load: () => loadText(database, definitions),
      ttlMs: CACHE_MS,
      maxEntries: 1,
    });
    app.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
      if (!isToken(request.headers.authorization ?? "", token))
        throw errors.unauthorized("Send the value of METRICS_TOKEN as a bearer token.", {
          headers: { "www-authenticate": 'Bearer realm="posthouse"' },
        });
      reply.header("cache-control", "no-store").type("text/plain; version=0.0.4; charset=utf-8");
      return await text.get("text");
    });
  };
}

async function loadText(database: Database, definitions: MetricDefinitions): Promise<string> {
  const [totals, processes, queue, { oldestAt }, lags, lost] = await Promise.all([
    listTotals(database),
    listProcesses(database),
    countQueue(database, null),
    findOldestReady(database, null),
    loadLags(database),
    loadLost(database.db),
  ]);
  const oldestSeconds = oldestAt === null ? 0 : Math.max(0, (Date.now() - oldestAt.getTime()) / 1_000);
  return renderMetrics(definitions, { totals, processes, queue, oldestSeconds, lags, lost });
}

/** Compares digests, because timingSafeEqual needs inputs of equal length. */
function isToken(header: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(header), digest(`Bearer ${token}`));
}
