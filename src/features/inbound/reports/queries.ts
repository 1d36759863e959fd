/** The SQL of `domain_reports` and `domain_report_days`. */
import { sql } from "kysely";
import type { Database, Db } from "../../../platform/db/index.ts";
import type { ReportSums, SourceSum } from "./sum-report.ts";

type Key = { accountId: string; domain: string; kind: ReportSums["kind"] };
type Figures = { day: string; messages: number; passed: number };

/** Returns false when the same report was stored before. */
export async function insertReport(
  db: Db,
  {
    accountId,
    domain,
    kind,
    reporter,
    reportId,
    endsAt,
    inboundId,
    day,
    messages,
    passed,
  }: Key & { reporter: string; reportId: string; endsAt: Date; inboundId: string } & Figures,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO domain_reports (account_id, domain, kind, reporter, report_id, ends_at, inbound_id, day, messages, passed)
    VALUES (${accountId}, ${domain}, ${kind}, ${reporter.slice(0, 255)}, ${reportId.slice(0, 255)}, ${endsAt}, ${inboundId},
      ${day}::date, ${messages}, ${passed})
    ON CONFLICT DO NOTHING`.execute(db);
  return numAffectedRows === 1n;
}

/** Lists the sources that have a row. Concurrent reports may together exceed the limit of sources by a few. */
export async function listSources(
  db: Db,
  { accountId, domain, kind, day }: Key & { day: string },
): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    SELECT source FROM domain_report_days
    WHERE account_id = ${accountId} AND domain = ${domain} AND day = ${day}::date AND kind = ${kind}`.execute(
    db,
  );
  return rows.map(({ source }) => source);
}

/** Adds a report's counts to those of other reports about the same day. */
export async function addReportDay(
  db: Db,
  { accountId, domain, kind, day, sources }: Key & { day: string; sources: SourceSum[] },
): Promise<void> {
  await sql`
    INSERT INTO domain_report_days AS d (account_id, domain, day, kind, source,
      messages, passed, dkim_passed, spf_passed, quarantined, rejected, failure)
    SELECT ${accountId}::uuid, ${domain}, ${day}::date, ${kind}, s.* FROM jsonb_to_recordset(${JSON.stringify(sources)}::jsonb)
      AS s (source text, messages bigint, passed bigint, dkim_passed bigint, spf_passed bigint, quarantined bigint,
        rejected bigint, failure text)
    ORDER BY s.source
    ON CONFLICT (account_id, domain, day, kind, source) DO UPDATE SET
      messages = d.messages + excluded.messages, passed = d.passed + excluded.passed,
      dkim_passed = d.dkim_passed + excluded.dkim_passed, spf_passed = d.spf_passed + excluded.spf_passed,
      quarantined = d.quarantined + excluded.quarantined, rejected = d.rejected + excluded.rejected,
      failure = coalesce(excluded.failure, d.failure)`.execute(db);
}

export type ReportDayRow = SourceSum & { day: string; kind: ReportSums["kind"] };

/** Lists rows that follow `before`, the last row of the previous page, newest day first. */
export async function listReportDays(
  { db }: Database,
  {
    accountId,
    domain,
    kind,
    before,
    limit,
  }: {
    accountId: string;
    domain: string;
    kind: ReportSums["kind"] | null;
    before: { day: string; kind: string; source: string } | null;
    limit: number;
  },
): Promise<ReportDayRow[]> {
  const { rows } = await sql<ReportDayRow>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, kind, source, messages, passed, dkim_passed, spf_passed, quarantined, rejected,
      failure
    FROM domain_report_days
    WHERE account_id = ${accountId} AND domain = ${domain} ${kind === null ? sql`` : sql`AND kind = ${kind}`}
      ${before === null ? sql`` : sql`AND (day, kind, source) < (${before.day}::date, ${before.kind}, ${before.source})`}
    ORDER BY day DESC, kind DESC, source DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Deletes reports and report days that are too old. */
export async function deleteOldReports(
  db: Db,
  { reportsBefore, daysBefore }: { reportsBefore: Date; daysBefore: Date },
): Promise<void> {
  await sql`DELETE FROM domain_reports WHERE ends_at < ${reportsBefore}`.execute(db);
  await sql`DELETE FROM domain_report_days WHERE day < ${daysBefore}::date`.execute(db);
}
