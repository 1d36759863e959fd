import { keyRecordText, type PublishedKey } from "../../../mail/dkim/index.ts";
import { type Domain, retiredUntil } from "../domain.ts";
import { type KeySet, otherKeySet } from "../keys/key-sets.ts";
import type { RecordId } from "./finding.ts";
import type { WantedRecord } from "./wanted-record.ts";

export type DomainKey = PublishedKey & { keySet: KeySet };

/** Their own for each claim: another account, or another Posthouse, may sign for the same domain. */
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

/** The record of a key, which says what part the key plays now. */
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
      meaning: `The public half of the ${nameOf(algorithm)} key that signs your mail (DKIM).`,
    };
  const until = retiredUntil(domain);
  if (until)
    return {
      purpose: "dkim_retired",
      need: "optional",
      meaning: `Verifies what was signed before the last rotation. Leave it until ${until.toISOString().slice(0, 10)}; a new key then takes its place.`,
    };
  return {
    purpose: "dkim_waiting",
    need: "recommended",
    meaning: `The ${nameOf(algorithm)} key that signs after the next rotation, so that the rotation needs no new DNS record.`,
  };
}

function nameOf(algorithm: DomainKey["algorithm"]): string {
  return algorithm === "rsa" ? "RSA" : "Ed25519";
}

/** Those that sign before those that wait, RSA before Ed25519. */
export function rankOfKeyRecord({ id, purpose }: WantedRecord): number {
  return (purpose === "dkim_active" ? 0 : 2) + (id.includes("ed25519") ? 1 : 0);
}

/** The keys of the keySet that signs next. */
export function waitingKeys(domain: Domain, keys: readonly DomainKey[]): DomainKey[] {
  return keys.filter(({ keySet }) => keySet === otherKeySet(domain.active_key_set));
}

export function activeKeys(domain: Domain, keys: readonly DomainKey[]): DomainKey[] {
  return keys.filter(({ keySet }) => keySet === domain.active_key_set);
}
