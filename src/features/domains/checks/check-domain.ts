import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { listKeys } from "../keys/queries.ts";
import { type Finding, type Findings, findingOf } from "../records/finding.ts";
import { judgeRecord } from "../records/judge-record.ts";
import type { WantedRecord } from "../records/wanted-record.ts";
import { wantedRecords } from "../records/wanted-records.ts";
import { findWarnings, isKnown, type LookupResult, lookUpRecord } from "./ask-dns.ts";
import { saveCheck } from "./save-check.ts";

/**
 * Queries the DNS for all records of a domain and stores the findings. Returns false when the domain was changed in the meantime; the
 * findings are then discarded.
 */
export async function checkDomain(deps: DomainDeps, domain: Domain): Promise<boolean> {
  const keys = await listKeys(deps.database.db, { accountId: domain.account_id, name: domain.name });
  const wanted = wantedRecords({ domain, keys, hosts: deps.hosts });
  const lookups = await Promise.all(wanted.map((record) => lookUpRecord(deps, record, domain)));
  const findings: Findings = Object.fromEntries(
    wanted.map((record, index) => [
      record.id,
      nextFinding(findingOf(domain.findings, record.id), record, lookups[index] as LookupResult),
    ]),
  );
  const warnings = await findWarnings(deps, { name: domain.name, spf: findings.spf?.value ?? null });
  return await saveCheck(deps, {
    domain,
    wanted,
    findings,
    warnings: warnings ?? domain.warnings,
    // The ownership record is the first.
    tokens: (lookups[0] as LookupResult).result,
  });
}

/** A failed query keeps the previous finding. */
function nextFinding(
  previous: Finding,
  record: WantedRecord,
  { result, isInherited }: LookupResult,
): Finding {
  if (isKnown(result)) return judgeRecord(record, result, { isInherited });
  if (previous.status !== "pending") return previous;
  return { ...previous, problem: `${result.unknown} It will be retried.` };
}
