import type { Domain } from "../domain.ts";
import { retiredUntil } from "../domain.ts";
import type { Hosts } from "../domain-deps.ts";
import type { LossReason } from "../events/queries.ts";
import { reasonNotToRotate, rotationDueAt } from "../keys/rotate-keys.ts";
import { findingOf, isOk } from "../records/finding.ts";
import { activeKeys, type DomainKey, keyRecordId } from "../records/key-records.ts";
import { returnPathHost, wantedRecords } from "../records/wanted-records.ts";

type DomainState = {
  domain: Domain;
  keys: readonly DomainKey[];
  hosts: Hosts;
  lostBecause: LossReason | null;
};

/** The view of a domain in lists. Never contains a private key. */
export function presentDomain({ domain, keys, hosts, lostBecause }: DomainState) {
  const wanted = wantedRecords({ domain, keys, hosts });
  const isComplete = wanted.every(({ id, need }) => need !== "required" || isOk(domain.findings, id));
  const heldStatus =
    isComplete || domain.verified_by === "operator" ? ("verified" as const) : ("degraded" as const);
  const unheldStatus = lostBecause === null ? ("pending" as const) : ("lost" as const);
  return {
    name: domain.name,
    status: domain.verified_at === null ? unheldStatus : heldStatus,
    lost_because: lostBecause,
    verified_by: domain.verified_by as "dns" | "operator" | null,
    verified_at: domain.verified_at?.toISOString() ?? null,
    signs: activeKeys(domain, keys)
      .filter((key) => isOk(domain.findings, keyRecordId(key)))
      .map(({ algorithm }) => algorithm),
    records_ok: wanted.filter(({ id }) => isOk(domain.findings, id)).length,
    records_total: wanted.length,
    warnings: domain.warnings,
    created_at: domain.created_at.toISOString(),
    checked_at: domain.checked_at?.toISOString() ?? null,
    next_check_at: domain.check_at.toISOString(),
  };
}

/** The view of one domain, with its records. */
export function presentDomainDetail(state: DomainState) {
  const { domain, keys } = state;
  return {
    ...presentDomain(state),
    return_path: returnPathHost(domain),
    tracking_host: domain.tracking_host === null ? null : `${domain.tracking_host}.${domain.name}`,
    rotate_every_days: domain.rotate_every_days,
    rotated_at: domain.rotated_at?.toISOString() ?? null,
    retired_keys_until: retiredUntil(domain)?.toISOString() ?? null,
    rotation_due_at: rotationDueAt(domain)?.toISOString() ?? null,
    /** Null when the keys can be rotated. */
    rotation_blocked_by: reasonNotToRotate(domain, keys),
    records: wantedRecords(state).map(({ key: _, ...record }) => ({
      ...record,
      ...findingOf(domain.findings, record.id),
    })),
  };
}
