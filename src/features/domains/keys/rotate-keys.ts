import type { Db } from "../../../platform/db/index.ts";
import { type Domain, retiredUntil } from "../domain.ts";
import { insertDomainEvents } from "../events/queries.ts";
import { changeDomain } from "../queries.ts";
import { isOk } from "../records/finding.ts";
import {
  activeKeys,
  type DomainKey,
  keyRecordId,
  keyRecordName,
  standbyKeys,
} from "../records/key-records.ts";
import { otherKeySet } from "./key-sets.ts";

/** Returns why the standby keys cannot sign yet, or null. Receivers ignore a signature whose key is not in the DNS. */
export function reasonNotToRotate(domain: Domain, keys: readonly DomainKey[]): string | null {
  const until = retiredUntil(domain);
  if (until)
    return `The keys were rotated recently, and receivers still need the previous ones. Rotate again after ${until.toISOString().slice(0, 10)}.`;
  const isPublished = (key: DomainKey) => isOk(domain.findings, keyRecordId(key));
  const needed = new Set(
    activeKeys(domain, keys)
      .filter(isPublished)
      .map(({ algorithm }) => algorithm),
  );
  const standby = standbyKeys(domain, keys);
  if (standby.length === 0) return "The standby keys are being created. Try again in a minute.";
  const unpublished = standby.filter((key) => !isPublished(key));
  const missing = unpublished.filter(({ algorithm }) => needed.has(algorithm));
  if (unpublished.length < standby.length && missing.length === 0) return null;
  const names = (missing.length > 0 ? missing : unpublished).map((key) => keyRecordName(domain, key));
  return `The standby keys are not in the DNS yet. Add the TXT records ${names.join(" and ")}, then rotate.`;
}

/** Returns the time of the next automatic rotation, or null. A rotation that is blocked then is retried at each check. */
export function rotationDueAt({
  rotate_every_days,
  rotated_at,
  created_at,
}: Pick<Domain, "rotate_every_days" | "rotated_at" | "created_at">): Date | null {
  if (rotate_every_days === null) return null;
  return new Date((rotated_at ?? created_at).getTime() + rotate_every_days * 86_400_000);
}

/** Makes the standby keys active. Returns false when the domain was changed in the meantime. */
export async function rotateKeys(db: Db, domain: Domain, by: "a person" | "the calendar"): Promise<boolean> {
  const keySet = otherKeySet(domain.active_key_set);
  const rotated = await changeDomain(db, domain, { active_key_set: keySet, rotated_at: new Date() });
  if (rotated)
    await insertDomainEvents(db, { accountId: domain.account_id, name: domain.name }, [
      { type: "keys.rotated", detail: { by } },
    ]);
  return rotated;
}
