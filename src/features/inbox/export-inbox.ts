import { csvOf } from "../../platform/csv/index.ts";
import type { Database } from "../../platform/db/index.ts";
import { type ContainedTexts, type EmailCells, findEmailCells } from "../emails/index.ts";
import type { InboxFilterQuery } from "./http/schema.ts";
import { type CapturedRow, type InboxFilter, listNewest } from "./queries.ts";
import { readFilter, readTexts } from "./read-filter.ts";
import { searchCandidates } from "./search-candidates.ts";

/** Emails in memory at once, and those whose bodies one step of a search reads. An email may have a thousand addresses. */
const STEP = 500;

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
  return csvOf({ columns: COLUMNS, valuesOf }, pagesOf(database, filter, { texts, signal }));
}

type Search = { texts: ContainedTexts | null; signal: AbortSignal };

/** A page for each step, even if a search finds nothing in it: the response begins after the first one. */
async function* pagesOf(
  database: Database,
  filter: InboxFilter,
  { texts, signal }: Search,
): AsyncGenerator<ExportedRow[]> {
  const { accountId } = filter;
  let beforeId: string | undefined = filter.beforeId;
  while (beforeId !== undefined) {
    signal.throwIfAborted();
    const candidates = await listNewest(database, { ...filter, beforeId }, STEP);
    const found = texts
      ? await searchCandidates(database, accountId, { ...texts, candidates, signal })
      : candidates;
    yield found.length > 0 ? await withCells(database, accountId, found) : [];
    beforeId = candidates.length < STEP ? undefined : candidates.at(-1)?.id;
  }
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
