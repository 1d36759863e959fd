import { type Database, decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { defaultPageSize } from "../../../platform/http/index.ts";
import { listReportDays } from "./queries.ts";
import type { ListReportsQuery } from "./schema.ts";

type Domain = { accountId: string; name: string };

/** One page of what receivers reported of a domain, newest day first. Error: `validation_failed` for a cursor of another list. */
export async function findReportDays(
  database: Database,
  domain: Domain,
  { kind = null, ...query }: Omit<ListReportsQuery, "kind"> & { kind?: "dmarc" | "tls" | null },
) {
  const limit = query.limit ?? defaultPageSize;
  const before = readCursor(domain, query.cursor);
  const { accountId, name } = domain;
  const rows = await listReportDays(database, { accountId, domain: name, kind, before, limit: limit + 1 });
  const days = rows.slice(0, limit);
  const last = rows.length > limit ? days.at(-1) : undefined;
  return {
    days,
    pagination: {
      limit,
      has_more: last !== undefined,
      next_cursor: last ? encodeCursor([...listOf(domain), last.day, last.kind, last.source]) : null,
    },
  };
}

function listOf({ accountId, name }: Domain): [string, string] {
  return [`reports of ${name}`, accountId];
}

function readCursor(domain: Domain, cursor: string | undefined) {
  if (cursor === undefined) return null;
  const [list, owner, day = "", kind = "", source = ""] = decodeCursor(cursor, 5) ?? [];
  const [ownList, ownAccount] = listOf(domain);
  if (list === ownList && owner === ownAccount && isRow({ day, kind, source })) return { day, kind, source };
  const message = "is not one of ours; leave it out to begin at the first page";
  throw errors.validation_failed(`cursor ${message}`, { fields: [{ path: "cursor", message }] });
}

/** What the database can compare with its rows. */
function isRow({ day, kind, source }: { day: string; kind: string; source: string }): boolean {
  // A day that no calendar has comes back as another one.
  const isDay = /^[12]\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  return (
    isDay &&
    new Date(day).toISOString().startsWith(day) &&
    (kind === "dmarc" || kind === "tls") &&
    !source.includes("\0")
  );
}
