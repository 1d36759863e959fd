import type { App } from "./app.ts";

/** The minimum time between two checks, so that the probes of many load balancers do not load the database. */
const CHECK_INTERVAL_MS = 500;

/**
 * `/healthz`: the process responds. `/readyz`: the process can do its work. Both need no credential and return no details.
 */
export function healthRoutes(app: App, isReady: () => Promise<boolean>): void {
  const ready = throttled(isReady);
  app.get("/healthz", { schema: { hide: true } }, async () => ({ status: "ok" }));
  app.get("/readyz", { schema: { hide: true } }, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    if (await ready()) return { status: "ready" };
    return reply.code(503).header("retry-after", "2").send({ status: "not ready" });
  });
}

function throttled(isReady: () => Promise<boolean>): () => Promise<boolean> {
  let result = Promise.resolve(false);
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - checkedAt > CHECK_INTERVAL_MS) {
      checkedAt = performance.now();
      result = isReady().catch(() => false);
    }
    return result;
  };
}
