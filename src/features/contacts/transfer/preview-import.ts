import { csvUnreadable, InvalidCsv } from "../../../platform/csv/index.ts";
import type { CsvFile } from "../../../platform/http/index.ts";
import type { Column } from "./columns.ts";
import { openFile } from "./read-file.ts";
import { shown } from "./read-row.ts";

const PREVIEW_ROWS = 5;

/** Reads the columns and the first rows of a file. Error: `csv_unreadable`. */
export async function previewImport(file: CsvFile): Promise<{ columns: Column[]; rows: string[][] }> {
  const rows: string[][] = [];
  try {
    const opened = await openFile(file);
    for await (const { cells } of opened.rows) {
      rows.push(opened.columns.map((_, index) => shown(cells[index] ?? "")));
      if (rows.length === PREVIEW_ROWS) break;
    }
    return { columns: opened.columns, rows };
  } catch (error) {
    throw error instanceof InvalidCsv ? csvUnreadable(error, { rows: 0, failed: 0 }) : error;
  }
}
