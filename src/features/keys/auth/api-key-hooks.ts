import type { Config } from "../../../config.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { RightsHooks } from "../../../platform/http/index.ts";
// Not from the index, which imports the web server: a worker must not load it.
import { afterSlowBody } from "../../../platform/http/rights-hooks.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { limitRequests, RequestRate } from "../../rate-limits/index.ts";
import { requireKey } from "./require-key.ts";
import { reasonToRefuseRoute, requirePermission } from "./require-permission.ts";

type HookDeps = { database: Database; log: Logger; config: Pick<Config, "rateLimit"> };

/**
 * The hooks of every route for programs, in this order: API key, rate limit of the account, permission of the key. So a request
 * without permission counts against the rate limit. After a slow body, the key and its permission are checked again, and nothing is
 * counted.
 */
export function apiKeyHooks({ database, log, config }: HookDeps): RightsHooks {
  const rate = new RequestRate({ database, log, limit: config.rateLimit });
  const key = requireKey({ database, log });
  const checkAgain = afterSlowBody(async (request) => {
    await key.again(request);
    const refusal = reasonToRefuseRoute(request);
    if (refusal) throw refusal;
  });
  return { onRequest: [key.first, limitRequests(rate), requirePermission], preHandler: [checkAgain] };
}
