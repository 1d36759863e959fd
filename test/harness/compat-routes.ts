import { postmarkRoutes } from "../../src/features/compat/postmark/routes.ts";
import { resendRoutes } from "../../src/features/compat/resend/routes.ts";
import { sendgridRoutes } from "../../src/features/compat/sendgrid/routes.ts";
import { buildServer } from "../../src/platform/http/index.ts";
import { createLogger } from "../../src/platform/telemetry/index.ts";

/** `POST /compat/resend/emails`: every route of the compatible APIs, which are not in the OpenAPI document. */
export async function listCompatRoutes(): Promise<string[]> {
  const log = createLogger("silent", "test");
  const app = buildServer({ baseUrl: "http://localhost", trustedProxies: [], log });
  const found = new Set<string>();
  // A path with a list of methods is refused for all of them.
  app.addHook("onRoute", ({ method, url }) => {
    if (typeof method === "string" && method !== "HEAD" && url.startsWith("/compat"))
      found.add(`${method} ${url}`);
  });
  const deps = { log, hooks: { onRequest: [], preHandler: [] }, webhooks: {} } as never;
  app.register(resendRoutes(deps), { prefix: "/compat/resend" });
  app.register(postmarkRoutes(deps), { prefix: "/compat/postmark" });
  app.register(sendgridRoutes(deps), { prefix: "/compat/sendgrid" });
  await app.ready();
  await app.close();
  return [...found].sort();
}
