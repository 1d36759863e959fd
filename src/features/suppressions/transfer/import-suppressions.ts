import { csvUnreadable, InvalidCsv } from "../../../platform/csv/index.ts";
import { Batches, type Database } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { addSuppressions } from "../add-suppressions.ts";
import type { NewSuppression } from "../suppression.ts";
import { readFile, type SuppressionFile } from "./read-file.ts";

/** Rows per statement. A smaller number needs more commits; a larger one holds locks longer than a delivery should wait. */
const BATCH_ROWS = 1_000;
/** A hundred errors are enough to see what is wrong with the file. */
const MAX_ERRORS = 100;

type Import = { accountId: string; by: Actor; file: SuppressionFile };

/**
 * Suppresses the addresses of a CSV file while it arrives; memory holds at most two batches of rows. Invalid rows are reported and
 * skipped. Existing suppressions are never weakened, so the whole file can be imported again after any failure. Error:
 * `csv_unreadable`, after the readable rows are stored.
 */
export async function importSuppressions({ db }: Database, { accountId, by, file }: Import) {
  const id = newId();
  const counts = { rows: 0, created: 0, changed: 0, unchanged: 0, failed: 0 };
  const errors: { line: number; message: string }[] = [];
  const source = { type: "import", id, personId: by.personId, keyId: by.keyId } as const;
  const batches = new Batches<NewSuppression>(BATCH_ROWS, async (batch) => {
    for (const added of await addSuppressions(db, batch)) counts[added] += 1;
  });
  // Even if a batch failed: those before it are stored.
  const audit = async (): Promise<void> => {
    const detail = { import_id: id, ...counts };
    if (counts.rows > 0)
      await insertAuditEvent(db, { accountId, by, action: "suppressions.imported", keyId: null, detail });
  };
  try {
    for await (const { line, read } of readFile(file)) {
      counts.rows += 1;
      if (!("problem" in read)) await batches.add({ accountId, source, ...read });
      else if (++counts.failed <= MAX_ERRORS) errors.push({ line, message: read.problem });
    }
  } catch (error) {
    throw error instanceof InvalidCsv ? csvUnreadable(error, counts) : error;
  } finally {
    try {
      await batches.end();
    } finally {
      await audit();
    }
  }
  return { id, ...counts, errors };
}
