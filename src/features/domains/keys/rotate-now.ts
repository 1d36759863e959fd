import { checkNow } from "../checks/check-now.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { domainBusy, keysNotReady } from "../errors.ts";
import type { DomainRef } from "../queries.ts";
import { listKeys } from "./queries.ts";
import { reasonNotToRotate, rotateKeys } from "./rotate-keys.ts";

/** Checks the DNS and makes the standby keys active. Errors: `domain_not_found`, `keys_not_ready`, `conflict`. */
export async function rotateNow(deps: DomainDeps, ref: DomainRef): Promise<void> {
  const domain = await checkNow(deps, ref);
  const reason = reasonNotToRotate(domain, await listKeys(deps.database.db, ref));
  if (reason !== null) throw keysNotReady(reason);
  const rotated = await deps.database.db
    .transaction()
    .execute((transaction) => rotateKeys(transaction, domain, "a person"));
  if (!rotated) throw domainBusy();
}
