import { type Domain, retiredUntil } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { insertDomainEvents } from "../events/queries.ts";
import { changeDomain } from "../queries.ts";
import { keyRecordId } from "../records/key-records.ts";
import { KEY_SETS, type KeySet, otherKeySet } from "./key-sets.ts";
import { makeKeys } from "./make-keys.ts";
import { listKeys, putKeys, timeOfKeys } from "./queries.ts";
import { reasonNotToRotate, rotateKeys, rotationDueAt } from "./rotate-keys.ts";

/** Maintains a domain's keys: creates missing ones, replaces retired ones and rotates when a rotation is due. */
export async function keepKeys(
  deps: Pick<DomainDeps, "database" | "secrets">,
  domain: Domain,
): Promise<void> {
  const empty = await keySetsToFill(deps, domain);
  const dueAt = rotationDueAt(domain);
  if (empty.length > 0) await fillKeySets(deps, domain, empty);
  else if (dueAt !== null && dueAt.getTime() <= Date.now()) await rotateByCalendar(deps, domain);
}

async function keySetsToFill(
  { database: { db } }: Pick<DomainDeps, "database">,
  domain: Domain,
): Promise<KeySet[]> {
  const ref = { accountId: domain.account_id, name: domain.name };
  const keys = await listKeys(db, ref);
  const empty = KEY_SETS.filter((keySet) => !keys.some((key) => key.keySet === keySet));
  if (empty.length > 0 || domain.rotated_at === null || retiredUntil(domain)) return empty;
  const keySet = otherKeySet(domain.active_key_set);
  const madeAt = await timeOfKeys(db, { ...ref, keySet });
  return madeAt !== null && madeAt < domain.rotated_at ? [keySet] : [];
}

async function fillKeySets(
  { database, secrets }: Pick<DomainDeps, "database" | "secrets">,
  domain: Domain,
  due: readonly KeySet[],
): Promise<void> {
  const keys = await makeKeys(secrets, due);
  const replaced = new Set(keys.map(keyRecordId));
  const findings = Object.fromEntries(
    Object.entries(domain.findings).filter(([id]) => !replaced.has(id as ReturnType<typeof keyRecordId>)),
  );
  await database.db.transaction().execute(async (transaction) => {
    if (!(await changeDomain(transaction, domain, { findings }))) return;
    const ref = { accountId: domain.account_id, name: domain.name };
    await putKeys(transaction, ref, keys);
    await insertDomainEvents(transaction, ref, [{ type: "keys.made" }]);
  });
}

/** Waits until the standby keys are in the DNS; each check tries again. */
async function rotateByCalendar({ database }: Pick<DomainDeps, "database">, domain: Domain): Promise<void> {
  const keys = await listKeys(database.db, { accountId: domain.account_id, name: domain.name });
  if (reasonNotToRotate(domain, keys) !== null) return;
  await database.db.transaction().execute((transaction) => rotateKeys(transaction, domain, "the calendar"));
}
