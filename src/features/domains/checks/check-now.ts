import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { domainBusy, domainNotFound } from "../errors.ts";
import { type DomainRef, findDomain } from "../queries.ts";
import { checkDomain } from "./check-domain.ts";

/** The domain as the DNS has it now. Errors: `domain_not_found`, `conflict`. */
export async function checkNow(deps: DomainDeps, ref: DomainRef): Promise<Domain> {
  const domain = await findDomain(deps.database.db, ref);
  if (!domain) throw domainNotFound();
  const isStored = await checkDomain(deps, domain);
  const now = await findDomain(deps.database.db, ref);
  if (!now) throw domainNotFound();
  // Another check that ended meanwhile is as good.
  if (!isStored && (now.checked_at === null || now.checked_at <= (domain.checked_at ?? new Date(0))))
    throw domainBusy();
  return now;
}
