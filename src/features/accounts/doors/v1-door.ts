import type { onRequestHookHandler } from "fastify";
import type { AccountDeps } from "../deps.ts";
import { limitRate } from "../throttle/limit-rate.ts";
import { requireKey } from "./require-key.ts";

/** What stands before every path of programs, in this order: a key that permits the route, and the account's rate. */
export function createV1Door(deps: AccountDeps): onRequestHookHandler[] {
  return [requireKey(deps), limitRate(deps)];
}
