import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { keepKeys } from "../keys/keep-keys.ts";
import { claimDueDomains, findDomain } from "../queries.ts";
import { checkDomain } from "./check-domain.ts";

/** A dozen questions to the DNS each. */
const domainsAtOnce = 4;

/** Checks all domains that are due, a few at a time, and sees to their keys. Gives how many there were. */
export async function checkDueDomains(deps: DomainDeps, signal?: AbortSignal): Promise<number> {
  let checked = 0;
  while (!signal?.aborted) {
    const due = await claimDueDomains(deps.database, domainsAtOnce);
    await Promise.all(due.map((domain) => checkOne(deps, domain)));
    checked += due.length;
    if (due.length < domainsAtOnce) break;
  }
  return checked;
}

/** Never rejects: one that cannot be checked now is due again in a while, and keeps no other waiting. */
async function checkOne(deps: DomainDeps, domain: Domain): Promise<void> {
  const { account_id: accountId, name } = domain;
  try {
    await checkDomain(deps, domain);
    const now = await findDomain(deps.database.db, { accountId, name });
    if (now) await keepKeys(deps, now);
  } catch (err) {
    deps.log.warn(
      { event: "domains.check_failed", accountId, domain: name, err },
      "could not check a domain",
    );
  }
}
