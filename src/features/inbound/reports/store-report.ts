import type { DmarcReport, TlsReport } from "../../../mail/report/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { readDomain } from "../../domains/index.ts";
import type { Outcome } from "../outcome.ts";
import { isPlausible } from "./is-plausible.ts";
import { addReportDay, insertReport, listSources } from "./queries.ts";
import { cut, foldSources, sumDmarc, sumTls } from "./sum-report.ts";

/** The account that has verified a domain and has its reports come to `host`; null: none has. */
export type FindReportAccount = (of: { domain: string; host: string }) => Promise<string | null>;

/** Stores a report for the accounts of its domains. What it says is an outsider's word, and only ever shown. */
export async function storeReport(
  db: Db,
  {
    report,
    host,
    inboundId,
    findReportAccount,
  }: {
    report: DmarcReport | TlsReport;
    /** Of the address to which it came. */
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
    const isNew = await insertReport(db, { ...key, reporter, reportId, endsAt, inboundId });
    if (isNew) {
      const sources = foldSources(sums.sources, await listSources(db, { ...key, day }));
      await addReportDay(db, { ...key, day, sources });
    }
    outcome = isNew || outcome === "recorded" ? "recorded" : "repeated";
  }
  return outcome;
}
