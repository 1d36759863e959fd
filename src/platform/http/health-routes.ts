import type { App } from "./app.ts";

/** How often at most the question is passed on: probes of many balancers must not become a load. */
const askAgainAfterMs = 500;

/** `/healthz`: the process answers. `/readyz`: it can do its work. Both without a credential, both without details. */
export function healthRoutes(app: App, isReady: () => Promise<boolean>): void {
  const ready = askedSeldom(isReady);
  app.get("/healthz", { schema: { hide: true } }, async () => ({ status: "ok" }));
  app.get("/readyz", { schema: { hide: true } }, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    if (await ready()) return { status: "ready" };
    return reply.code(503).header("retry-after", "2").send({ status: "not ready" });
  });
}

function askedSeldom(isReady: () => Promise<boolean>): () => Promise<boolean> {
  let answer = Promise.resolve(false);
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - askedAt > askAgainAfterMs) {
      askedAt = performance.now();
      answer = isReady().catch(() => false);
    }
    return answer;
  };
}
