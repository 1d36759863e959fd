import { domainNotFound } from "../errors.ts";
import { readDomain } from "../ownership/read-domain.ts";
import type { DomainRef } from "../queries.ts";

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
