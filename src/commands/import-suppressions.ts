import type { ImportSuppressionsResponse } from "../../packages/client/src/index.ts";
import { withClient } from "./open-client.ts";
import { printImport } from "./print-import.ts";
import { readCsvFile } from "./read-csv-file.ts";
import type { ImportArguments } from "./suppressions-arguments.ts";
import { quitWithReader } from "./terminal/print-rows.ts";
import type { Column } from "./terminal/render-table.ts";

const MOST_ERRORS = 100;

const ERROR_COLUMNS: readonly Column<ImportSuppressionsResponse["errors"][number]>[] = [
  { title: "LINE", of: ({ line }) => String(line) },
  { title: "PROBLEM", of: ({ message }) => message },
];

/** Suppresses the addresses of a CSV file. The exit code is 1 if rows failed. */
export async function importSuppressions({ server, file, options, json }: ImportArguments): Promise<void> {
  quitWithReader();
  await withClient(server, async (posthouse) => {
    const csv = await readCsvFile(file, { firstLine: "address,reason" });
    const result = await posthouse.suppressions.import(csv, options);
    const { rows, created, changed, unchanged, failed } = result;
    printImport(result, {
      json,
      counts: { rows, created, changed, unchanged, failed },
      columns: ERROR_COLUMNS,
      mostErrors: MOST_ERRORS,
    });
  });
}
