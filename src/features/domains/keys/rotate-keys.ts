import type { Db } from "../../../platform/db/index.ts";
import { type Domain, retiredUntil } from "../domain.ts";
import { insertDomainEvents } from "../events/queries.ts";
import { changeDomain } from "../queries.ts";
import { isOk } from "../records/finding.ts";
import { activeKeys, type DomainKey, keyRecordId, waitingKeys } from "../records/key-records.ts";
import { otherSlot } from "./slots.ts";

/** Why the waiting keys cannot sign yet; null if they can. What is signed with a key that nobody can look up counts as unsigned. */
export function reasonNotToRotate(domain: Domain, keys: readonly DomainKey[]): string | null {
  const until = retiredUntil(domain);
  if (until)
    return `The keys were rotated a short time ago, and those of before are still looked up. Rotate again after ${until.toISOString().slice(0, 10)}.`;
  const waiting = waitingKeys(domain, keys);
  const isPublished = (key: DomainKey) => isOk(domain.findings, keyRecordId(key));
  const needed = new Set(
    activeKeys(domain, keys)
      .filter(isPublished)
      .map(({ algorithm }) => algorithm),
  );
  const ready = waiting.filter(isPublished).map(({ algorithm }) => algorithm);
  if (ready.length > 0 && needed.isSubsetOf(new Set(ready))) return null;
  return "The keys that wait are not in the DNS yet. Add their records, then rotate.";
}

/** The waiting keys sign from now on. False: something else has changed the domain meanwhile. */
export async function rotateKeys(db: Db, domain: Domain, by: "a person" | "the calendar"): Promise<boolean> {
  const slot = otherSlot(domain.active_slot);
  const rotated = await changeDomain(db, domain, { active_slot: slot, rotated_at: new Date() });
  if (rotated)
    await insertDomainEvents(db, { accountId: domain.account_id, name: domain.name }, [
      { type: "keys.rotated", detail: { by } },
    ]);
  return rotated;
}
