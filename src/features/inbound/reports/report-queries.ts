/** The SQL of the list of received reports. */
import { type RawBuilder, sql } from "kysely";
import { containing, countRows, type Db } from "../../../platform/db/index.ts";
import { domainExists } from "./domain-exists.ts";
import type { ReportSums } from "./sum-report.ts";

export type ReportRow = {
  /** The message that brought the report. Its id contains the time. */
  inbound_id: string;
  domain: string;
  domain_exists: boolean;
  kind: ReportSums["kind"];
  reporter: string;
  report_id: string;
  day: string | null;
  messages: number | null;
  passed: number | null;
};

export type ReportFilter = {
  accountId: string;
  /** Ids of the messages from here (inclusive) … */
  fromId: string;
  /** … up to here (exclusive). */
  beforeId: string;
  /** Null: any. */
  domain: string | null;
  kind: ReportSums["kind"] | null;
  /** Part of the reporter's name. */
  reporter: string | null;
  /** Part of the domain, the reporter's name or the report id. */
  text: string | null;
};

/** The place of a report in the list. */
export type ListPlace = Pick<ReportRow, "inbound_id" | "domain">;

/** Lists the reports that follow `after`, the last row of the previous page, newest first. */
export async function listReports(
  db: Db,
  { after, limit, ...filter }: ReportFilter & { after: ListPlace | null; limit: number },
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    SELECT inbound_id, domain, ${domainExists(filter.accountId, "domain_reports")} AS domain_exists, kind, reporter, report_id,
      to_char(day, 'YYYY-MM-DD') AS day, messages, passed
    FROM domain_reports
    WHERE ${isMatch(filter)}
      ${after === null ? sql`` : sql`AND (inbound_id, domain) < (${after.inbound_id}, ${after.domain})`}
    ORDER BY inbound_id DESC, domain DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countReports(db: Db, filter: ReportFilter) {
  return await countRows(db, sql`SELECT FROM domain_reports WHERE ${isMatch(filter)}`);
}

function isMatch(filter: ReportFilter): RawBuilder<unknown> {
  const { accountId, fromId, beforeId, domain, kind, reporter, text } = filter;
  return sql.join(
    [
      sql`account_id = ${accountId} AND inbound_id >= ${fromId} AND inbound_id < ${beforeId}`,
      ...(domain === null ? [] : [sql`domain = ${domain}`]),
      ...(kind === null ? [] : [sql`kind = ${kind}`]),
      ...(reporter === null ? [] : [sql`reporter ILIKE ${containing(reporter)}`]),
      ...(text === null ? [] : [contains(text)]),
    ],
    sql` AND `,
  );
}

function contains(text: string): RawBuilder<unknown> {
  const pattern = containing(text);
  return sql`(domain ILIKE ${pattern} OR reporter ILIKE ${pattern} OR report_id ILIKE ${pattern})`;
}
