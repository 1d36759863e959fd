import { type Database, decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import { cutPage, DEFAULT_PAGE_SIZE, invalidCursor } from "../../../platform/http/index.ts";
import type { ListReportDaysQuery } from "../http/schema.ts";
import { listReportDays } from "./queries.ts";

type Domain = { accountId: string; name: string };

/** Returns one page of a domain's report days, newest first. Throws `validation_failed` for a cursor of another list. */
export async function findReportDays(
  database: Database,
  domain: Domain,
  { kind = null, ...query }: Omit<ListReportDaysQuery, "kind"> & { kind?: "dmarc" | "tls" | null },
) {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const before = readCursor(domain, query.cursor);
  const { accountId, name } = domain;
  const rows = await listReportDays(database, { accountId, domain: name, kind, before, limit: limit + 1 });
  const page = cutPage(rows, limit, (last) =>
    encodeCursor([...listOf(domain), last.day, last.kind, last.source]),
  );
  return { days: page.rows, pagination: page.pagination };
}

function listOf({ accountId, name }: Domain): [string, string] {
  return [`reports of ${name}`, accountId];
}

function readCursor(domain: Domain, cursor: string | undefined) {
  if (cursor === undefined) return null;
  const [list, owner, day = "", kind = "", source = ""] = decodeCursor(cursor, 5) ?? [];
  const [ownList, ownAccount] = listOf(domain);
  if (list === ownList && owner === ownAccount && isRow({ day, kind, source })) return { day, kind, source };
  throw invalidCursor();
}

/** Returns true when PostgreSQL can compare the cursor with its rows. */
function isRow({ day, kind, source }: { day: string; kind: string; source: string }): boolean {
  // Date.parse accepts 31 February and returns another day.
  const isDay = /^[12]\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  return (
    isDay &&
    new Date(day).toISOString().startsWith(day) &&
    (kind === "dmarc" || kind === "tls") &&
    !source.includes("\0")
  );
}
