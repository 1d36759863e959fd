import { type Domain, retiredUntil } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { insertDomainEvents } from "../events/queries.ts";
import { changeDomain } from "../queries.ts";
import { keyRecordId } from "../records/key-records.ts";
import { type KeySet, keySets, otherKeySet } from "./key-sets.ts";
import { makeKeys } from "./make-keys.ts";
import { listKeys, putKeys, timeOfKeys } from "./queries.ts";
import { reasonNotToRotate, rotateKeys, rotationDueAt } from "./rotate-keys.ts";

/** What time does to keys: those that are missing are made, retired ones make room for new ones, and the calendar rotates. */
export async function keepKeys(
  deps: Pick<DomainDeps, "database" | "secrets">,
  domain: Domain,
): Promise<void> {
  const empty = await keySetsToFill(deps, domain);
  const dueAt = rotationDueAt(domain);
  if (empty.length > 0) await fillSlots(deps, domain, empty);
  else if (dueAt !== null && dueAt.getTime() <= Date.now()) await rotateByCalendar(deps, domain);
}

async function keySetsToFill(
  { database: { db } }: Pick<DomainDeps, "database">,
  domain: Domain,
): Promise<KeySet[]> {
  const ref = { accountId: domain.account_id, name: domain.name };
  const keys = await listKeys(db, ref);
  const empty = keySets.filter((keySet) => !keys.some((key) => key.keySet === keySet));
  if (empty.length > 0 || domain.rotated_at === null || retiredUntil(domain)) return empty;
  const keySet = otherKeySet(domain.active_key_set);
  const madeAt = await timeOfKeys(db, { ...ref, keySet });
  return madeAt !== null && madeAt < domain.rotated_at ? [keySet] : [];
}

async function fillSlots(
  { database, secrets }: Pick<DomainDeps, "database" | "secrets">,
  domain: Domain,
  due: readonly KeySet[],
): Promise<void> {
  const keys = await makeKeys(secrets, due);
  const gone = new Set(keys.map(keyRecordId));
  const findings = Object.fromEntries(
    Object.entries(domain.findings).filter(([id]) => !gone.has(id as ReturnType<typeof keyRecordId>)),
  );
  await database.db.transaction().execute(async (transaction) => {
    if (!(await changeDomain(transaction, domain, { findings }))) return;
    const ref = { accountId: domain.account_id, name: domain.name };
    await putKeys(transaction, ref, keys);
    await insertDomainEvents(transaction, ref, [{ type: "keys.made" }]);
  });
}

/** Not before the waiting keys can be looked up; until then each check tries again. */
async function rotateByCalendar({ database }: Pick<DomainDeps, "database">, domain: Domain): Promise<void> {
  const keys = await listKeys(database.db, { accountId: domain.account_id, name: domain.name });
  if (reasonNotToRotate(domain, keys) !== null) return;
  await database.db.transaction().execute((transaction) => rotateKeys(transaction, domain, "the calendar"));
}
