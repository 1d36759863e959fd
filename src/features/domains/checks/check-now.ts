import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { domainBusy, domainNotFound } from "../errors.ts";
import { type DomainRef, findDomain } from "../queries.ts";
import { checkDomain } from "./check-domain.ts";

/** Checks a domain now and returns it. Errors: `domain_not_found`, `conflict`. */
export async function checkNow(deps: DomainDeps, ref: DomainRef): Promise<Domain> {
  const domain = await findDomain(deps.database.db, ref);
  if (!domain) throw domainNotFound();
  const isStored = await checkDomain(deps, domain);
  const now = await findDomain(deps.database.db, ref);
  if (!now) throw domainNotFound();
  // If another check finished in the meantime, its result is as good.
  if (!isStored && (now.checked_at === null || now.checked_at <= (domain.checked_at ?? new Date(0))))
    throw domainBusy();
  return now;
}
