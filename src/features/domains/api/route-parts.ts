import type { DomainDeps } from "../domain-deps.ts";
import { domainNotFound } from "../errors.ts";
import { readDomain } from "../ownership/read-domain.ts";
import type { DomainRef } from "../queries.ts";

export type DomainRouteOptions = DomainDeps & {
  /** The API that registers these routes. Operation ids must differ. */
  surface: "v1" | "dashboard";
};

/** Reads the domain of a request. Error: `domain_not_found`, also when the name is not a valid domain. */
export function refOf({
  principal,
  params,
}: {
  principal: { accountId: string };
  params: { domain: string };
}): DomainRef {
  const name = readDomain(params.domain);
  if (name === null) throw domainNotFound();
  return { accountId: principal.accountId, name };
}

export function describe(operation: string, surface: "v1" | "dashboard") {
  return {
    operationId: surface === "v1" ? operation : `${operation}ForDashboard`,
    tags: [surface === "v1" ? "Domains" : "Dashboard"],
  };
}
