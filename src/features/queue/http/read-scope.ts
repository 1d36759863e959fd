import { errors } from "../../../platform/errors/index.ts";
import type { Scope } from "../pauses/pause.ts";
import type { QueueActionRequest } from "./schema.ts";

/** Reads the scope of a request, for one account or all (null). Error: `validation_failed` if it names both a domain and a destination. */
export function readScope(accountId: string | null, scope: QueueActionRequest["scope"]): Scope {
  const { domain, destination } = scope;
  if (domain !== undefined && destination !== undefined) {
    const message = "must name a domain or a destination, not both";
    throw errors.validation_failed(`scope ${message}`, { fields: [{ path: "scope.domain", message }] });
  }
  if (domain !== undefined) return { accountId, target: "domain", name: domain.toLowerCase() };
  if (destination !== undefined) return { accountId, target: "destination", name: destination.toLowerCase() };
  return { accountId, target: "all", name: "" };
}
