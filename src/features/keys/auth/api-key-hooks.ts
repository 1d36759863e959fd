import type { onRequestHookHandler } from "fastify";
import type { Config } from "../../../config.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { limitRequests, RequestRate } from "../../rate-limits/index.ts";
import { requireKey } from "./require-key.ts";
import { requirePermission } from "./require-permission.ts";

type HookDeps = { database: Database; log: Logger; config: Pick<Config, "rateLimit"> };

/**
 * The hooks of every route for programs, in this order: API key, rate limit of the account, permission of the key. So a request
 * without permission counts against the rate limit.
 */
export function apiKeyHooks({ database, log, config }: HookDeps): onRequestHookHandler[] {
  const rate = new RequestRate({ database, log, limit: config.rateLimit });
  return [requireKey({ database, log }), limitRequests(rate), requirePermission];
}
