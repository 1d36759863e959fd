import type { Database } from "../../../platform/db/index.ts";
import type { Actor } from "../../audit/index.ts";
import { FIRST_CHECK_MS } from "../checks/next-check-at.ts";
import type { Domain } from "../domain.ts";
import { domainNotFound } from "../errors.ts";
import { insertDomainEvents } from "../events/queries.ts";
import { recordChange } from "../events/record-change.ts";
import { changeDomain, type DomainRef, lockDomain } from "../queries.ts";
import { problem } from "./add-domain.ts";
import { readLabel } from "./read-label.ts";

type Changes = {
  rotate_every_days?: number | null | undefined;
  tracking_host?: string | null | undefined;
};

/** Errors: `domain_not_found`, `validation_failed`. */
export async function changeDomainSettings(
  { db }: Database,
  { by, ...ref }: DomainRef & { by: Actor },
  changes: Changes,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Checks run at any time, and a setting must not be refused because of one.
    const domain = await lockDomain(transaction, ref);
    if (!domain) throw domainNotFound();
    const { rotate_every_days = domain.rotate_every_days } = changes;
    const tracking_host = readTrackingHost(changes.tracking_host, domain);
    const wanted = { rotate_every_days, tracking_host };
    const detail = Object.fromEntries(
      (["rotate_every_days", "tracking_host"] as const)
        .filter((field) => wanted[field] !== domain[field])
        .map((field) => [field, { from: domain[field], to: wanted[field] }]),
    );
    if (Object.keys(detail).length === 0) return;
    await changeDomain(transaction, domain, {
      ...wanted,
      ...("tracking_host" in detail && withoutTrackingCheck(domain)),
    });
    await insertDomainEvents(transaction, ref, [{ type: "domain.changed", detail }]);
    await recordChange(transaction, ref, { by, action: "domain.changed", changes: detail });
  });
}

/** The new record is pending, and is checked soon. */
function withoutTrackingCheck({ findings: { tracking: _, ...findings } }: Domain) {
  return { findings, check_at: new Date(Date.now() + FIRST_CHECK_MS) };
}

function readTrackingHost(input: string | null | undefined, { name, tracking_host, return_path }: Domain) {
  if (input === undefined) return tracking_host;
  if (input === null || input.trim() === "") return null;
  const label = readLabel("tracking_host", { text: input, domain: name });
  if (label === return_path) throw problem("tracking_host", "must differ from return_path");
  return label;
}
