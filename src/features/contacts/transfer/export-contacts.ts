import { csvOf } from "../../../platform/csv/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { ContactFilterQuery } from "../http/schema.ts";
import { readContacts } from "../page-queries.ts";
import { presentContact } from "../present-contact.ts";
import type { ContactRow } from "../queries.ts";
import { readFilter } from "../read-filter.ts";
import { COLUMNS } from "./columns.ts";

/** Rows in memory at once. The properties of a contact may have 16 kB. */
const PAGE_ROWS = 500;

/** Returns the matching contacts of an account as CSV in the import's format, newest first. Errors: `validation_failed`. */
export function exportContacts(
  { db }: Database,
  accountId: string,
  query: ContactFilterQuery,
): AsyncGenerator<string> {
  // Before the response begins, so that an error can still change the status.
  const filter = readFilter(accountId, query);
  return csvOf({ columns: COLUMNS, valuesOf }, readContacts(db, filter, PAGE_ROWS));
}

function valuesOf(row: ContactRow) {
  return {
    ...presentContact(row),
    subscribed: yesOrNo(row.subscribed),
    tracked: yesOrNo(row.tracked),
    properties: JSON.stringify(row.properties),
  };
}

function yesOrNo(value: boolean): string {
  return value ? "yes" : "no";
}
