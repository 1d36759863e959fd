import { setTimeout as sleep } from "node:timers/promises";
import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { keepKeys } from "../keys/keep-keys.ts";
import { findDomain } from "../queries.ts";
import { checkDomain } from "./check-domain.ts";
import { DueDomains } from "./due-domains.ts";

/** Each check sends about a dozen DNS queries. */
const CONCURRENCY = 4;
/** While a check waits for slow name servers, other domains become due. A shorter interval costs more queries. */
const CLAIM_EVERY_MS = 5_000;

/**
 * Checks domains while any is due, a few at a time, and maintains their keys. Returns the number of checked domains. More are claimed as
 * soon as a check ends, and every few seconds while checks run.
 */
export async function checkDueDomains(deps: DomainDeps, signal?: AbortSignal): Promise<number> {
  const due = new DueDomains(deps.database);
  const running = new Map<Promise<void>, Domain>();
  let checked = 0;
  for (;;) {
    const limit = signal?.aborted ? 0 : CONCURRENCY - running.size;
    for (const domain of await due.claim(limit, [...running.values()])) {
      const check = checkOne(deps, domain).then(() => {
        running.delete(check);
        checked += 1;
      });
      running.set(check, domain);
    }
    if (running.size === 0) return checked;
    await Promise.race([...running.keys(), sleep(CLAIM_EVERY_MS, undefined, { ref: false })]);
  }
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
