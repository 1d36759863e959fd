import type { Actor } from "../../audit/index.ts";
import { checkNow } from "../checks/check-now.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { domainBusy, keysNotReady } from "../errors.ts";
import { recordChange } from "../events/record-change.ts";
import type { DomainRef } from "../queries.ts";
import { listKeys } from "./queries.ts";
import { reasonNotToRotate, rotateKeys } from "./rotate-keys.ts";

/** Checks the DNS and makes the standby keys active. Errors: `domain_not_found`, `keys_not_ready`, `conflict`. */
export async function rotateNow(deps: DomainDeps, { by, ...ref }: DomainRef & { by: Actor }): Promise<void> {
  const domain = await checkNow(deps, ref);
  const reason = reasonNotToRotate(domain, await listKeys(deps.database.db, ref));
  if (reason !== null) throw keysNotReady(reason);
  const rotated = await deps.database.db.transaction().execute(async (transaction) => {
    if (!(await rotateKeys(transaction, domain, "a person"))) return false;
    await recordChange(transaction, ref, { by, action: "domain.keys_rotated" });
    return true;
  });
  if (!rotated) throw domainBusy();
}
