import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { listKeys } from "../keys/queries.ts";
import { type Finding, type Findings, findingOf } from "../records/finding.ts";
import { judgeRecord } from "../records/judge-record.ts";
import type { WantedRecord } from "../records/wanted-record.ts";
import { wantedRecords } from "../records/wanted-records.ts";
import { type Asked, askFor, findWarnings, isKnown } from "./ask-dns.ts";
import { saveCheck } from "./save-check.ts";

/**
 * Asks the DNS for all records of a domain and stores what it says. False: something has changed the domain meanwhile, and what
 * was seen counts for nothing.
 */
export async function checkDomain(deps: DomainDeps, domain: Domain): Promise<boolean> {
  const keys = await listKeys(deps.database.db, { accountId: domain.account_id, name: domain.name });
  const wanted = wantedRecords({ domain, keys, hosts: deps.hosts });
  const asked = await Promise.all(wanted.map((record) => askFor(deps, record, domain)));
  const findings: Findings = Object.fromEntries(
    wanted.map((record, index) => [
      record.id,
      nextFinding(findingOf(domain.findings, record.id), record, asked[index] as Asked),
    ]),
  );
  const warnings = await findWarnings(deps, { name: domain.name, spf: findings.spf?.value ?? null });
  return await saveCheck(deps, {
    domain,
    wanted,
    findings,
    warnings: warnings ?? domain.warnings,
    // It is the first of the records.
    tokens: (asked[0] as Asked).answer,
  });
}

/** A resolver that cannot tell takes nothing back that was known. */
function nextFinding(before: Finding, record: WantedRecord, { answer, isInherited }: Asked): Finding {
  if (isKnown(answer)) return judgeRecord(record, answer, { isInherited });
  if (before.status !== "pending") return before;
  return { ...before, problem: `${answer.unknown} It will be tried again.` };
}
