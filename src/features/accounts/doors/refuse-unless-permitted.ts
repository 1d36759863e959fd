import type { FastifyRequest } from "fastify";
import type { Permission } from "../../../platform/http/index.ts";
import { accountErrors } from "../errors.ts";

/** What a key needs for a route: what its `config.permission` says, else by its method, so that a new route cannot forget it. */
export function permissionFor(method: string, declared: Permission | undefined): Permission {
  return declared ?? (method === "GET" || method === "HEAD" ? "read" : "full");
}

/** Refuses with `key_not_permitted`. `full` may do everything, `send` and `read` only what is named after them. */
export function refuseUnlessPermitted(request: FastifyRequest): void {
  const { permission } = request.principal;
  // First, because looking up a route's config costs more than the rest of the door.
  if (permission === "full") return;
  const needed = permissionFor(request.method, request.routeOptions.config?.permission);
  if (permission === needed) return;
  throw accountErrors.key_not_permitted(
    permission === "send"
      ? "This API key may only send. Use one with the permission full, or read for reading."
      : "This API key may only read. Use one with the permission full, or send for sending.",
  );
}
