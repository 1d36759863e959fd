import type { Database } from "../../../platform/db/index.ts";
import type { Actor } from "../../audit/index.ts";
import { domainNotFound } from "../errors.ts";
import { insertDomainEvents } from "../events/queries.ts";
import { recordChange } from "../events/record-change.ts";
import { type DomainRef, deleteDomain } from "../queries.ts";

/** Deletes a claim with its keys. Any account that verifies the domain can then hold it. Error: `domain_not_found`. */
export async function removeDomain(
  { db }: Database,
  { by, ...ref }: DomainRef & { by: Actor },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await deleteDomain(transaction, ref))) throw domainNotFound();
    await insertDomainEvents(transaction, ref, [{ type: "domain.removed" }]);
    await recordChange(transaction, ref, { by, action: "domain.removed" });
  });
}
