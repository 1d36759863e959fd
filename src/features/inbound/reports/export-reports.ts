import { csvPages } from "../../../platform/csv/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { ReportFilterQuery } from "../http/schema.ts";
import { presentReport, readFilter } from "./find-reports.ts";
import { listReports } from "./report-queries.ts";

/** Rows in memory at once. */
const PAGE_ROWS = 1_000;

const COLUMNS = [
  "received_at",
  "domain",
  "kind",
  "reporter",
  "report_id",
  "day",
  "messages",
  "passed",
] as const;

/** Returns the matching reports of an account as CSV, newest first. Errors: `validation_failed`. */
export function exportReports(
  { db }: Database,
  accountId: string,
  query: ReportFilterQuery,
): AsyncGenerator<string> {
  // Before the response begins, so that an error can still change the status.
  const filter = readFilter(accountId, query);
  return csvPages({
    columns: COLUMNS,
    pageRows: PAGE_ROWS,
    load: (after) => listReports(db, { ...filter, after, limit: PAGE_ROWS }),
    valuesOf: presentReport,
  });
}
