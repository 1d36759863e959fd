import { type Database, decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import { cutPage, DEFAULT_PAGE_SIZE, invalidCursor, readIdRange } from "../../../platform/http/index.ts";
import { isId, timeOfId } from "../../../platform/ids/index.ts";
import type { ListReportsQuery, ReportFilterQuery, ReportView } from "../http/schema.ts";
import {
  countReports,
  type ListPlace,
  listReports,
  type ReportFilter,
  type ReportRow,
} from "./report-queries.ts";
import { storedName } from "./stored-name.ts";

/** Returns one page of an account's received reports, newest first. Errors: `validation_failed`. */
export async function findReports({ db }: Database, accountId: string, query: ListReportsQuery) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const filter = readFilter(accountId, query);
  const after = readCursor(accountId, query.cursor);
  const [rows, count] = await Promise.all([
    listReports(db, { ...filter, after, limit: limit + 1 }),
    query.include === "total" ? countReports(db, filter) : null,
  ]);
  const page = cutPage(rows, limit, (last) =>
    encodeCursor(["reports", accountId, last.inbound_id, last.domain]),
  );
  return {
    reports: page.rows.map(presentReport),
    pagination: {
      ...page.pagination,
      ...(count ? { total: count.total, total_is_exact: count.isExact } : {}),
    },
  };
}

/** Errors: `validation_failed`. */
export function readFilter(accountId: string, query: ReportFilterQuery): ReportFilter {
  return {
    accountId,
    ...readIdRange(query),
    domain: query.domain?.trim() ? storedName(query.domain) : null,
    kind: query.kind ?? null,
    reporter: query.reporter?.trim() || null,
    text: query.search?.trim() || null,
  };
}

export function presentReport({ inbound_id, ...report }: ReportRow): ReportView {
  return { received_at: timeOfId(inbound_id).toISOString(), ...report };
}

function readCursor(accountId: string, cursor: string | undefined): ListPlace | null {
  if (cursor === undefined) return null;
  const [list, owner, inboundId = "", domain = ""] = decodeCursor(cursor, 4) ?? [];
  if (list === "reports" && owner === accountId && isId(inboundId) && !domain.includes("\0"))
    return { inbound_id: inboundId, domain };
  throw invalidCursor();
}
