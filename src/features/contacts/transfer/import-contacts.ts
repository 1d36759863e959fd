import { csvUnreadable, InvalidCsv } from "../../../platform/csv/index.ts";
import { Batches, type Database } from "../../../platform/db/index.ts";
import type { CsvFile } from "../../../platform/http/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { openFile } from "./read-file.ts";
import { type ImportedContact, type RowError, readRow } from "./read-row.ts";
import { type ImportOptions, upsertContacts } from "./upsert-contacts.ts";

/** Rows per transaction. A smaller number needs more commits; a larger one locks contacts longer than an unsubscribe should wait. */
const BATCH_ROWS = 1_000;
/** More errors than this have a common cause, and would make the response too large. */
const MAX_ERRORS = 10_000;

type Import = { accountId: string; by: Actor; file: CsvFile; options: ImportOptions };

/**
 * Creates and updates the contacts of a CSV file while it arrives; memory holds at most two batches of rows. Rows that fail are reported and
 * skipped. The same file changes nothing the second time, so the whole file can be imported again after any failure. Error:
 * `csv_unreadable`, after the readable rows are stored.
 */
export async function importContacts({ db }: Database, { accountId, by, file, options }: Import) {
  const counts = { rows: 0, created: 0, updated: 0, unchanged: 0, kept_unsubscribed: 0, failed: 0 };
  const errors: RowError[] = [];
  const fail = (error: RowError): void => {
    if (++counts.failed <= MAX_ERRORS) errors.push(error);
  };
  const batches = new Batches<ImportedContact>(BATCH_ROWS, async (batch) => {
    const result = await upsertContacts(db, accountId, { ...options, rows: batch });
    counts.created += result.created;
    counts.updated += result.updated;
    counts.unchanged += result.unchanged;
    counts.kept_unsubscribed += result.keptUnsubscribed;
    for (const { row, message } of result.failures)
      fail({ line: row.line, column: "properties", value: "", message });
  });
  // Even if a batch failed: those before it are stored.
  const audit = async (): Promise<void> => {
    const detail = { ...counts };
    if (counts.rows > 0)
      await insertAuditEvent(db, { accountId, by, action: "contacts.imported", keyId: null, detail });
  };
  try {
    const { columns, rows } = await openFile(file);
    for await (const row of rows) {
      counts.rows += 1;
      const read = readRow(row, columns);
      if ("message" in read) fail(read);
      else await batches.add(read);
    }
  } catch (error) {
    // The counts in the message are complete once all batches are stored.
    await batches.end();
    throw error instanceof InvalidCsv ? csvUnreadable(error, counts) : error;
  } finally {
    try {
      await batches.end();
    } finally {
      await audit();
    }
  }
  return { ...counts, errors: errors.sort((a, b) => a.line - b.line) };
}
