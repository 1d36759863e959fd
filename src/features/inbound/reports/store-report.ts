import type { DmarcReport, TlsReport } from "../../../mail/report/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { readDomain } from "../../domains/index.ts";
import type { Outcome } from "../outcome.ts";
import { addReportDay, insertReport } from "./queries.ts";
import { cut, sumDmarc, sumTls } from "./sum-report.ts";

/** The account that has verified a domain; null: none. */
export type AccountOfDomain = (domain: string) => Promise<string | null>;

const dayMs = 86_400_000;
/** Receivers report once a day, and try for some days; what claims to be of another time is not counted among the days. */
const oldestDays = 60;
const newestDays = 2;

/** Stores a report for the accounts of its domains. What it says is an outsider's word, and only ever shown. */
export async function storeReport(
  db: Db,
  {
    report,
    inboundId,
    accountOfDomain,
  }: { report: DmarcReport | TlsReport; inboundId: string; accountOfDomain: AccountOfDomain },
): Promise<Outcome> {
  const { beginsAt, endsAt } = report;
  const reporter = cut(report.reporter);
  const reportId = cut(report.reportId) || beginsAt.toISOString();
  if (
    ageInDays(beginsAt) > oldestDays ||
    ageInDays(beginsAt) < -newestDays ||
    ageInDays(endsAt) < -newestDays
  )
    return "unverified";
  const day = beginsAt.toISOString().slice(0, 10);
  let outcome = "unverified" as Outcome;
  for (const sums of report.kind === "dmarc" ? [sumDmarc(report)] : sumTls(report)) {
    const domain = readDomain(sums.domain);
    const accountId = domain === null ? null : await accountOfDomain(domain);
    if (domain === null || accountId === null) continue;
    const key = { accountId, domain, kind: sums.kind };
    const isNew = await insertReport(db, { ...key, reporter, reportId, endsAt, inboundId });
    if (isNew) await addReportDay(db, { ...key, day, sources: sums.sources });
    outcome = isNew || outcome === "recorded" ? "recorded" : "repeated";
  }
  return outcome;
}

function ageInDays(at: Date): number {
  return (Date.now() - at.getTime()) / dayMs;
}
