import type { Database } from "../../../platform/db/index.ts";
import { domainNotFound } from "../errors.ts";
import { insertDomainEvents } from "../events/queries.ts";
import { type DomainRef, deleteDomain } from "../queries.ts";

/** Gives up a claim, with its keys; from then on the domain is anybody's who proves it. Error: `domain_not_found`. */
export async function removeDomain({ db }: Database, ref: DomainRef): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await deleteDomain(transaction, ref))) throw domainNotFound();
    await insertDomainEvents(transaction, ref, [{ type: "domain.removed" }]);
  });
}
