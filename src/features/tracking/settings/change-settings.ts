import type { Database } from "../../../platform/db/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { type DomainRef, domainNotFound } from "../../domains/index.ts";
import {
  type DomainTracking,
  findDomainTracking,
  findSettings,
  putDomainSwitches,
  putSettings,
  type TrackingSettings,
} from "./queries.ts";

type Change = Partial<Pick<TrackingSettings, "opens" | "clicks" | "address" | "agent">>;

/** Changes what an account tracks and stores. The change applies to mail that is accepted later, and to later hits. */
export async function changeTrackingSettings(
  { db }: Database,
  { accountId, by }: { accountId: string; by: Actor },
  change: Change,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await findSettings(transaction, accountId);
    await putSettings(transaction, accountId, change);
    const detail = Object.fromEntries(
      (Object.keys(change) as (keyof Change)[])
        .filter((field) => change[field] !== before[field])
        .map((field) => [field, { from: before[field], to: change[field] }]),
    );
    if (Object.keys(detail).length > 0)
      await insertAuditEvent(transaction, { accountId, by, action: "tracking.changed", keyId: null, detail });
  });
}

/** Changes what is tracked in mail from a domain; null: as in the account. Error: `domain_not_found`. */
export async function changeDomainTracking(
  { db }: Database,
  { by, ...ref }: DomainRef & { by: Actor },
  change: { opens?: boolean | null | undefined; clicks?: boolean | null | undefined },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await findDomainTracking(transaction, ref);
    if (!before) throw domainNotFound();
    const { opens = before.opens, clicks = before.clicks } = change;
    if (opens === before.opens && clicks === before.clicks) return;
    await putDomainSwitches(transaction, ref, { opens, clicks });
    await insertAuditEvent(transaction, {
      accountId: ref.accountId,
      by,
      action: "tracking.changed",
      keyId: null,
      detail: { domain: ref.name, ...changed(before, { opens, clicks }) },
    });
  });
}

function changed(before: DomainTracking, after: Pick<DomainTracking, "opens" | "clicks">) {
  return Object.fromEntries(
    (["opens", "clicks"] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field], to: after[field] }]),
  );
}

/** Stops the links of an account, or lets them redirect again. Returns false when there is no such account. */
export async function stopLinks(
  { db }: Database,
  { accountId, by, stopped }: { accountId: string; by: Actor; stopped: boolean },
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const account = await transaction
      .selectFrom("accounts")
      .select("id")
      .where("id", "=", accountId)
      .executeTakeFirst();
    if (!account) return false;
    await putSettings(transaction, accountId, { links_stopped_at: stopped ? new Date() : null });
    const action = stopped ? "tracking.links_stopped" : "tracking.links_resumed";
    await insertAuditEvent(transaction, { accountId, by, action, keyId: null });
    return true;
  });
}
