import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { keepKeys } from "../keys/keep-keys.ts";
import { claimDueDomains, findDomain } from "../queries.ts";
import { checkDomain } from "./check-domain.ts";

/** Each check sends about a dozen DNS queries. */
const CONCURRENCY = 4;

/**
 * Checks all due domains, a few at a time, and maintains their keys. The next one is claimed as soon as a check ends, because name servers
 * may be slow. Returns the number of checked domains.
 */
export async function checkDueDomains(deps: DomainDeps, signal?: AbortSignal): Promise<number> {
  let checked = 0;
  const checkFrom = async (first: Domain): Promise<void> => {
    for (let domain: Domain | undefined = first; domain; ) {
      await checkOne(deps, domain);
      checked += 1;
      [domain] = signal?.aborted ? [] : await claimDueDomains(deps.database, 1);
    }
  };
  await Promise.all((await claimDueDomains(deps.database, CONCURRENCY)).map(checkFrom));
  return checked;
}

/** Never rejects: a domain whose check fails is due again in ten minutes and does not delay others. */
async function checkOne(deps: DomainDeps, domain: Domain): Promise<void> {
  const { account_id: accountId, name } = domain;
  try {
    await checkDomain(deps, domain);
    const now = await findDomain(deps.database.db, { accountId, name });
    if (now) await keepKeys(deps, now);
  } catch (err) {
    deps.log.warn(
      { event: "domains.check_failed", accountId, domain: name, err },
      "could not check a sender domain; it will be retried",
    );
  }
}
