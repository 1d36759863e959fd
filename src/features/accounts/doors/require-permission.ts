import type { onRequestHookHandler } from "fastify";
import type { AppError } from "../../../platform/errors/index.ts";
import type { Permission } from "../../../platform/http/index.ts";
import { accountErrors } from "../errors.ts";

/** What a key needs for a route: what its `config.permission` says, else by its method, so that a new route cannot forget it. */
function permissionFor(method: string, declared: Permission | undefined): Permission {
  return declared ?? (method === "GET" || method === "HEAD" ? "read" : "full");
}

/** Hook behind `requireKey`: `full` may do everything, `send` and `read` only what is named after them. Error: `key_not_permitted`. */
export const requirePermission: onRequestHookHandler = (request, _reply, done) => {
  const { permission } = request.principal;
  // First, because looking up a route's config costs more than the rest of the door.
  if (permission === "full") return done();
  const needed = permissionFor(request.method, request.routeOptions.config?.permission);
  done(permission === needed ? undefined : notPermitted(permission));
};

function notPermitted(permission: "send" | "read"): AppError {
  return accountErrors.key_not_permitted(
    permission === "send"
      ? "This API key may only send. Use one with the permission full, or read for reading."
      : "This API key may only read. Use one with the permission full, or send for sending.",
  );
}
