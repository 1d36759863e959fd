import { type AppError, defineErrors } from "../errors/index.ts";
import type { InvalidCsv } from "./invalid-csv.ts";

const csvErrors = defineErrors({
  csv_unreadable: {
    status: 422,
    meaning:
      "The CSV file cannot be read beyond the line that the message names. An import keeps the rows before that line; a preview stores nothing.",
    causes: [
      "A quote is not closed, or a line is longer than the limit.",
      "The file is empty, or its first line names no column for the address.",
      "The text is not in UTF-8, UTF-16 or the encoding that `charset` names.",
    ],
    fix: "Correct the line that the message names and import the file again. Rows that are already there stay as they are.",
  },
});

/** The error of an import whose readable rows are stored, with their number. */
export function csvUnreadable(
  { message }: InvalidCsv,
  { rows, failed }: { rows: number; failed: number },
): AppError {
  const before = rows > 0 ? ` Rows before it: ${rows - failed} imported, ${failed} invalid.` : "";
  return csvErrors.csv_unreadable(`${message}${before} Correct the file and import the whole file again.`);
}
