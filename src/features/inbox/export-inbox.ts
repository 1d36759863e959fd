import { csvPages } from "../../platform/csv/index.ts";
import type { Database } from "../../platform/db/index.ts";
import { type ContainedTexts, type EmailCells, findEmailCells } from "../emails/index.ts";
import type { InboxFilterQuery } from "./http/schema.ts";
import { type CapturedRow, type InboxFilter, listNewest } from "./queries.ts";
import { readFilter, readTexts } from "./read-filter.ts";
import { searchCandidates } from "./search-candidates.ts";

/** Rows in memory at once, and emails whose bodies one step of a search reads. An email may have a thousand addresses. */
const PAGE_ROWS = 500;

const COLUMNS = [
  "id",
  "captured_at",
  "unread",
  "from",
  "to",
  "cc",
  "bcc",
  "subject",
  "tags",
  "created_at",
  "message_id",
] as const;

type ExportedRow = { captured: CapturedRow; cells: EmailCells };

/** Returns the matching emails of an account's inbox as CSV, newest first. Errors: `validation_failed`. */
export function exportInbox(
  database: Database,
  accountId: string,
  query: InboxFilterQuery,
  signal: AbortSignal,
): AsyncGenerator<string> {
  // Before the response begins, so that an error can still change the status.
  const filter = readFilter(accountId, query);
  const texts = readTexts(query);
  return csvPages({
    columns: COLUMNS,
    pageRows: PAGE_ROWS,
    load: (last) =>
      loadPage(database, { ...filter, beforeId: last?.captured.id ?? filter.beforeId }, { texts, signal }),
    valuesOf,
  });
}

type Search = { texts: ContainedTexts | null; signal: AbortSignal };

/** Fills a page in as many steps as it needs, because a short page would end the export. */
async function loadPage(
  database: Database,
  filter: InboxFilter,
  { texts, signal }: Search,
): Promise<ExportedRow[]> {
  const { accountId } = filter;
  const rows: ExportedRow[] = [];
  let beforeId: string | undefined = filter.beforeId;
  while (beforeId !== undefined && rows.length < PAGE_ROWS) {
    signal.throwIfAborted();
    const limit = PAGE_ROWS - rows.length;
    const candidates = await listNewest(database, { ...filter, beforeId }, limit);
    const found = texts
      ? await searchCandidates(database, accountId, { ...texts, candidates, signal })
      : candidates;
    rows.push(...(await withCells(database, accountId, found)));
    beforeId = candidates.length < limit ? undefined : candidates.at(-1)?.id;
  }
  return rows;
}

/** Leaves out emails that were removed since they were found. */
async function withCells(
  database: Database,
  accountId: string,
  found: CapturedRow[],
): Promise<ExportedRow[]> {
  const all = await findEmailCells(
    database,
    accountId,
    found.map(({ id }) => id),
  );
  const byId = new Map(all.map((cells) => [cells.id, cells]));
  return found.flatMap((captured) => {
    const cells = byId.get(captured.id);
    return cells ? [{ captured, cells }] : [];
  });
}

function valuesOf({ captured: { captured_at, is_read }, cells }: ExportedRow) {
  return { ...cells, captured_at: captured_at.toISOString(), unread: is_read ? "no" : "yes" };
}
