import { InvalidCsv } from "../../../platform/csv/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { addSuppressions } from "../add-suppressions.ts";
import { csvUnreadable } from "../errors.ts";
import type { NewSuppression } from "../suppression.ts";
import { Batches } from "./batches.ts";
import { type GivenFile, readFile } from "./read-file.ts";

/** Rows of one statement: fewer cost a commit more often, more hold their locks longer than a delivery should wait. */
const batchRows = 1_000;
/** Whoever sees a hundred knows what is wrong with the file. */
const maxErrors = 100;

type Import = { accountId: string; by: Actor; file: GivenFile };

/**
 * Suppresses the addresses of a CSV file while it comes, so that nothing is held but two batches of rows. A row invalid is told
 * and passed by. What stands is never weakened, so a file may be imported again, as a whole, after whatever stopped it. Error:
 * `csv_unreadable`, behind what could be read.
 */
export async function importSuppressions({ db }: Database, { accountId, by, file }: Import) {
  const id = newId();
  const counts = { rows: 0, created: 0, changed: 0, unchanged: 0, failed: 0 };
  const errors: { line: number; message: string }[] = [];
  const source = { type: "import", id, personId: by.personId, keyId: by.keyId } as const;
  const batches = new Batches<NewSuppression>(batchRows, async (batch) => {
    for (const added of await addSuppressions(db, batch)) counts[added] += 1;
  });
  try {
    for await (const { line, read } of readFile(file)) {
      counts.rows += 1;
      if (!("problem" in read)) await batches.add({ accountId, source, ...read });
      else if (++counts.failed <= maxErrors) errors.push({ line, message: read.problem });
    }
  } catch (error) {
    if (!(error instanceof InvalidCsv)) throw error;
    const before =
      counts.rows > 0
        ? ` Rows before it: ${counts.rows - counts.failed} imported, ${counts.failed} invalid.`
        : "";
    throw csvUnreadable(`${error.message}${before} Correct the file and import it again, as a whole.`);
  } finally {
    await batches.end();
    const detail = { import_id: id, ...counts };
    if (counts.rows > 0)
      await insertAuditEvent(db, { accountId, by, action: "suppressions.imported", keyId: null, detail });
  }
  return { id, ...counts, errors };
}
