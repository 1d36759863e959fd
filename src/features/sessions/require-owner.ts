import type { FastifyRequest } from "fastify";
import type { AppError } from "../../platform/errors/index.ts";
import type { RightsHooks } from "../../platform/http/index.ts";
// Not from the index, which imports the web server: a worker must not load it.
import { rightsHooks } from "../../platform/http/rights-hooks.ts";
import { sessionErrors } from "./errors.ts";
import { sessionOf } from "./require-session.ts";

/** Hooks after `requireSession`. Error: `role_not_permitted`. */
export const requireOwner: RightsHooks = rightsHooks(async (request) => refuseOthers(request));

/** Members may do it to themselves. Error: `role_not_permitted`. */
export const requireOwnerOrSelf: RightsHooks = rightsHooks(async (request) => {
  const { id } = request.params as { id: string };
  if (id !== sessionOf(request).personId) refuseOthers(request);
});

function refuseOthers(request: FastifyRequest): void {
  if (sessionOf(request).role !== "owner") throw ownersOnly();
}

export function ownersOnly(): AppError {
  return sessionErrors.role_not_permitted("Only owners of the account manage its members.");
}
