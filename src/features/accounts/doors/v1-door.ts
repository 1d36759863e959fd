import type { onRequestHookHandler } from "fastify";
import type { AccountDeps } from "../deps.ts";
import { limitRate } from "../throttle/limit-rate.ts";
import { requireKey } from "./require-key.ts";
import { requirePermission } from "./require-permission.ts";

/**
 * What stands before every path of programs, in this order: a key, the account's rate, and whether the key permits the route. So
 * what is not permitted counts, too.
 */
export function createV1Door(deps: AccountDeps): onRequestHookHandler[] {
  return [requireKey(deps), limitRate(deps), requirePermission];
}
