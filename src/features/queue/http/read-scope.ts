import { errors } from "../../../platform/errors/index.ts";
import type { Scope } from "../pauses/pause.ts";
import type { QueueActionRequest } from "./schema.ts";

/** Of an account (null: of all) the mail that a request names. Error: `validation_failed` for two names at once. */
export function readScope(accountId: string | null, scope: QueueActionRequest["scope"]): Scope {
  const { domain, destination } = scope;
  if (domain !== undefined && destination !== undefined) {
    const message = "names a domain or a destination, not both";
    throw errors.validation_failed(`scope ${message}`, { fields: [{ path: "scope.domain", message }] });
  }
  if (domain !== undefined) return { accountId, target: "domain", name: domain.toLowerCase() };
  if (destination !== undefined) return { accountId, target: "destination", name: destination.toLowerCase() };
  return { accountId, target: "all", name: "" };
}
