import type { FastifyRequest, onRequestHookHandler } from "fastify";
import type { AppError } from "../../../platform/errors/index.ts";
// Not from the index, which imports the web server: a worker must not load it.
import { neededPermission } from "../../../platform/http/principal.ts";
import { keyErrors } from "../errors.ts";

/** Hook after `requireKey`. Error: `key_not_permitted`. */
export const requirePermission: onRequestHookHandler = (request, _reply, done) =>
  done(reasonToRefuseRoute(request) ?? undefined);

/**
 * `full` permits everything, `send` and `read` only that. A key with limits may not change anything that would let it escape them, such
 * as relays or keys.
 */
export function reasonToRefuseRoute(request: FastifyRequest): AppError | null {
  const { permission, isLimited } = request.principal;
  // Checked first, because looking up a route's config costs more than the rest of the hooks.
  if (permission === "full" && !isLimited) return null;
  const needed = neededPermission(request);
  if (permission !== "full") return permission === needed ? null : notPermitted(permission);
  return needed !== "full" || request.routeOptions.config?.allowsLimitedKeys ? null : refuseLimitedKey();
}

function notPermitted(permission: "send" | "read"): AppError {
  return keyErrors.key_not_permitted(
    permission === "send"
      ? "This API key may only send. Use a key with the permission read or full."
      : "This API key may only read. Use a key with the permission send or full.",
  );
}

function refuseLimitedKey(): AppError {
  return keyErrors.key_not_permitted(
    "This API key has limits, so it may not change what the limits depend on. Use a key without limits, or the dashboard.",
  );
}
