import { keyRecordText, type PublishedKey } from "../../../mail/dkim/index.ts";
import { type Domain, retiredUntil } from "../domain.ts";
import { type KeySet, otherKeySet } from "../keys/key-sets.ts";
import type { RecordId } from "./finding.ts";
import type { WantedRecord } from "./wanted-record.ts";

export type DomainKey = PublishedKey & { keySet: KeySet };

/** The selector is unique to a claim, because another account or another Posthouse may sign for the same domain. */
export function selectorOf(
  { token }: Pick<Domain, "token">,
  { algorithm, keySet }: Pick<DomainKey, "algorithm" | "keySet">,
) {
  return `ph${token.slice(0, 6)}-${algorithm}-${keySet}`;
}

export function keyRecordId({ algorithm, keySet }: Pick<DomainKey, "algorithm" | "keySet">): RecordId {
  return `dkim_${algorithm}_${keySet}`;
}

export function keyRecordName(domain: Pick<Domain, "token" | "name">, key: DomainKey): string {
  return `${selectorOf(domain, key)}._domainkey.${domain.name}`;
}

/** The DNS record of a key, with the key's current role. */
export function keyRecord(domain: Domain, key: DomainKey): WantedRecord {
  const { purpose, need, meaning } = roleOf(domain, key);
  return {
    id: keyRecordId(key),
    purpose,
    type: "TXT",
    name: keyRecordName(domain, key),
    value: keyRecordText(key),
    need,
    meaning,
    key,
  };
}

function roleOf(
  domain: Domain,
  { keySet, algorithm }: DomainKey,
): Pick<WantedRecord, "purpose" | "need" | "meaning"> {
  if (keySet === domain.active_key_set)
    return {
      purpose: "dkim_active",
      // RFC 8463 §1: not all verifiers know Ed25519 yet.
      need: algorithm === "rsa" ? "required" : "recommended",
      meaning: `The public part of the ${nameOf(algorithm)} key that signs your mail (DKIM).`,
    };
  const until = retiredUntil(domain);
  if (until)
    return {
      purpose: "dkim_retired",
      need: "optional",
      meaning: `Verifies mail that was signed before the last rotation. Keep it until ${until.toISOString().slice(0, 10)}; a new key then takes its place.`,
    };
  return {
    purpose: "dkim_waiting",
    need: "recommended",
    meaning: `The standby ${nameOf(algorithm)} key. It signs after the next rotation, which then needs no DNS change.`,
  };
}

function nameOf(algorithm: DomainKey["algorithm"]): string {
  return algorithm === "rsa" ? "RSA" : "Ed25519";
}

/** Sorts active keys before standby keys, and RSA before Ed25519. */
export function rankOfKeyRecord({ id, purpose }: WantedRecord): number {
  return (purpose === "dkim_active" ? 0 : 2) + (id.includes("ed25519") ? 1 : 0);
}

/** The keys that sign after the next rotation. */
export function standbyKeys(domain: Domain, keys: readonly DomainKey[]): DomainKey[] {
  return keys.filter(({ keySet }) => keySet === otherKeySet(domain.active_key_set));
}

export function activeKeys(domain: Domain, keys: readonly DomainKey[]): DomainKey[] {
  return keys.filter(({ keySet }) => keySet === domain.active_key_set);
}
