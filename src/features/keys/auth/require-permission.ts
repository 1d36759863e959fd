import type { FastifyContextConfig, onRequestHookHandler } from "fastify";
import type { AppError } from "../../../platform/errors/index.ts";
import type { Permission } from "../../../platform/http/index.ts";
import { keyErrors } from "../errors.ts";

/** What a key needs for a route: what its `config.permission` says, else by its method, so that a new route cannot forget it. */
function permissionFor(method: string, declared: Permission | undefined): Permission {
  return declared ?? (method === "GET" || method === "HEAD" ? "read" : "full");
}

/**
 * Hook behind `requireKey`: `full` may do everything, `send` and `read` only what is named after them. A key with limits may change
 * nothing through which it would escape them, such as relays or keys. Error: `key_not_permitted`.
 */
export const requirePermission: onRequestHookHandler = (request, _reply, done) => {
  const { permission, isLimited } = request.principal;
  // First, because looking up a route's config costs more than the rest of the hooks.
  if (permission === "full" && !isLimited) return done();
  const config: FastifyContextConfig = request.routeOptions.config ?? {};
  const needed = permissionFor(request.method, config.permission);
  if (permission !== "full") return done(permission === needed ? undefined : notPermitted(permission));
  done(needed !== "full" || config.allowsLimitedKeys ? undefined : refuseLimitedKey());
};

function notPermitted(permission: "send" | "read"): AppError {
  return keyErrors.key_not_permitted(
    permission === "send"
      ? "This API key may only send. Use one with the permission full, or read for reading."
      : "This API key may only read. Use one with the permission full, or send for sending.",
  );
}

function refuseLimitedKey(): AppError {
  return keyErrors.key_not_permitted(
    "This API key has limits, so it may not change what the limits depend on. Use a key without limits, or the dashboard.",
  );
}
