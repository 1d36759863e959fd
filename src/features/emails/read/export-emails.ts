import { csvOf } from "../../../platform/csv/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { emailCells } from "./email-cells.ts";
import { readEmails } from "./list-queries.ts";
import { readFilter } from "./read-filter.ts";
import type { EmailFilterQuery } from "./schema.ts";

/** Rows in memory at once. An email may have a thousand addresses. */
const PAGE_ROWS = 500;

const COLUMNS = [
  "id",
  "created_at",
  "status",
  "complained",
  "from",
  "to",
  "cc",
  "bcc",
  "subject",
  "tags",
  "scheduled_at",
  "message_id",
] as const;

/** Returns the matching emails of an account as CSV, newest first. Errors: `validation_failed`. */
export function exportEmails(
  database: Database,
  accountId: string,
  query: EmailFilterQuery,
): AsyncGenerator<string> {
  // Before the response begins, so that an error can still change the status.
  const filter = readFilter(accountId, query);
  return csvOf({ columns: COLUMNS, valuesOf: emailCells }, readEmails(database, filter, PAGE_ROWS));
}
