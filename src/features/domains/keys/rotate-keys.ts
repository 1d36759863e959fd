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
  waitingKeys,
} from "../records/key-records.ts";
import { otherKeySet } from "./key-sets.ts";

/** Why the waiting keys cannot sign yet; null if they can. What is signed with a key that nobody can look up counts as unsigned. */
export function reasonNotToRotate(domain: Domain, keys: readonly DomainKey[]): string | null {
  const until = retiredUntil(domain);
  if (until)
    return `The keys were rotated a short time ago, and those of before are still looked up. Rotate again after ${until.toISOString().slice(0, 10)}.`;
  const isPublished = (key: DomainKey) => isOk(domain.findings, keyRecordId(key));
  const needed = new Set(
    activeKeys(domain, keys)
      .filter(isPublished)
      .map(({ algorithm }) => algorithm),
  );
  const waiting = waitingKeys(domain, keys);
  if (waiting.length === 0) return "The keys that wait are being made. Try again in a minute.";
  const absent = waiting.filter((key) => !isPublished(key));
  const missed = absent.filter(({ algorithm }) => needed.has(algorithm));
  if (absent.length < waiting.length && missed.length === 0) return null;
  const names = (missed.length > 0 ? missed : absent).map((key) => keyRecordName(domain, key));
  return `The keys that wait are not in the DNS yet. Add the TXT records ${names.join(" and ")}, then rotate.`;
}

/** When the calendar rotates; null: it does not. From then on a rotation that is blocked waits, and is tried at each check. */
export function rotationDueAt({
  rotate_every_days,
  rotated_at,
  created_at,
}: Pick<Domain, "rotate_every_days" | "rotated_at" | "created_at">): Date | null {
  if (rotate_every_days === null) return null;
  return new Date((rotated_at ?? created_at).getTime() + rotate_every_days * 86_400_000);
}

/** The waiting keys sign from now on. False: something else has changed the domain meanwhile. */
export async function rotateKeys(db: Db, domain: Domain, by: "a person" | "the calendar"): Promise<boolean> {
  const keySet = otherKeySet(domain.active_key_set);
  const rotated = await changeDomain(db, domain, { active_key_set: keySet, rotated_at: new Date() });
  if (rotated)
    await insertDomainEvents(db, { accountId: domain.account_id, name: domain.name }, [
      { type: "keys.rotated", detail: { by } },
    ]);
  return rotated;
}
