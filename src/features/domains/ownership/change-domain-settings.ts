import type { Database } from "../../../platform/db/index.ts";
import type { Actor } from "../../audit/index.ts";
import { domainBusy, domainNotFound } from "../errors.ts";
import { insertDomainEvents } from "../events/queries.ts";
import { recordChange } from "../events/record-change.ts";
import { changeDomain, type DomainRef, findDomain } from "../queries.ts";

type Changes = { rotate_every_days?: number | null | undefined };

/** Errors: `domain_not_found`, `conflict`. */
export async function changeDomainSettings(
  { db }: Database,
  { by, ...ref }: DomainRef & { by: Actor },
  changes: Changes,
): Promise<void> {
  const domain = await findDomain(db, ref);
  if (!domain) throw domainNotFound();
  const { rotate_every_days = domain.rotate_every_days } = changes;
  if (rotate_every_days === domain.rotate_every_days) return;
  const detail = { rotate_every_days: { from: domain.rotate_every_days, to: rotate_every_days } };
  await db.transaction().execute(async (transaction) => {
    if (!(await changeDomain(transaction, domain, { rotate_every_days }))) throw domainBusy();
    await insertDomainEvents(transaction, ref, [{ type: "domain.changed", detail }]);
    await recordChange(transaction, ref, { by, action: "domain.changed", changes: detail });
  });
}
