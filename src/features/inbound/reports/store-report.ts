import type { DmarcReport, TlsReport } from "../../../mail/report/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { readDomain } from "../../domains/index.ts";
import type { Outcome } from "../outcome.ts";
import { isPlausible } from "./is-plausible.ts";
import { addReportDay, insertReport, listSources } from "./queries.ts";
import { cut, foldSources, type ReportSums, sumDmarc, sumTls } from "./sum-report.ts";

/** Finds the account that has verified a domain and receives its reports at `host`, or null. */
export type FindReportAccount = (report: { domain: string; host: string }) => Promise<string | null>;

/** Stores a report for the accounts of its domains. Its content is unverified, so it is only displayed. */
export async function storeReport(
  db: Db,
  {
    report,
    host,
    inboundId,
    findReportAccount,
  }: {
    report: DmarcReport | TlsReport;
    /** The domain part of the address that the report was sent to. */
    host: string;
    inboundId: string;
    findReportAccount: FindReportAccount;
  },
): Promise<Outcome> {
  if (!isPlausible(report)) return "unverified";
  const { beginsAt, endsAt } = report;
  const reporter = cut(report.reporter);
  const reportId = cut(report.reportId) || beginsAt.toISOString();
  const day = beginsAt.toISOString().slice(0, 10);
  let outcome = "unverified" as Outcome;
  for (const sums of report.kind === "dmarc" ? [sumDmarc(report)] : sumTls(report)) {
    const domain = readDomain(sums.domain);
    const accountId = domain === null ? null : await findReportAccount({ domain, host });
    if (domain === null || accountId === null) continue;
    const key = { accountId, domain, kind: sums.kind };
    const figures = { day, messages: total(sums, "messages"), passed: total(sums, "passed") };
    const isNew = await insertReport(db, { ...key, ...figures, reporter, reportId, endsAt, inboundId });
    if (isNew) {
      const sources = foldSources(sums.sources, await listSources(db, { ...key, day }));
      await addReportDay(db, { ...key, day, sources });
    }
    outcome = isNew || outcome === "recorded" ? "recorded" : "repeated";
  }
  return outcome;
}

function total({ sources }: ReportSums, count: "messages" | "passed"): number {
  return sources.reduce((sum, source) => sum + source[count], 0);
}
