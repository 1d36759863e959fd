import type {
  ImportContactsResponse,
  PreviewContactImportResponse,
} from "../../packages/client/src/index.ts";
import type { ImportArguments } from "./contacts-arguments.ts";
import { withClient } from "./open-client.ts";
import { printImport, wholeTable } from "./print-import.ts";
import { readCsvFile } from "./read-csv-file.ts";
import { printResult } from "./terminal/print-result.ts";
import { quitWithReader } from "./terminal/print-rows.ts";
import type { Column } from "./terminal/render-table.ts";

/** The preview reads a few rows. A row of a contact has far less than this. */
const PREVIEW_BYTES = 1024 * 1024;
const MOST_ERRORS = 10_000;
const SHOWN_CHARACTERS = 40;

type RowError = ImportContactsResponse["errors"][number];

/** Imports contacts from a CSV file, or with `--dry-run` prints what its columns become. The exit code is 1 if rows failed. */
export async function importContacts({
  server,
  file,
  options,
  dryRun,
  json,
}: ImportArguments): Promise<void> {
  quitWithReader();
  await withClient(server, async (posthouse) => {
    const csv = await readCsvFile(file, {
      firstLine: "email,name",
      enough: dryRun ? PREVIEW_BYTES : undefined,
    });
    if (dryRun) {
      const { charset } = options;
      const preview = await posthouse.contacts.previewImport(csv, charset === undefined ? {} : { charset });
      printResult(preview, { json, text: describePreview(preview) });
      process.stderr.write("Nothing was imported. To import the file, leave out --dry-run.\n");
      return;
    }
    const result = await posthouse.contacts.import(csv, options);
    const { rows, created, updated, unchanged, failed, kept_unsubscribed: kept } = result;
    const counts = { rows, created, updated, unchanged, failed };
    printImport(result, {
      json,
      counts: { ...counts, ...(kept > 0 && { "stayed unsubscribed": kept }) },
      columns: ERROR_COLUMNS,
      mostErrors: MOST_ERRORS,
    });
  });
}

const ERROR_COLUMNS: readonly Column<RowError>[] = [
  { title: "LINE", of: ({ line }) => String(line) },
  { title: "COLUMN", of: ({ column }) => column },
  { title: "VALUE", of: ({ value }) => startOf(value) },
  { title: "PROBLEM", of: ({ message }) => message },
];

type PreviewColumn = PreviewContactImportResponse["columns"][number] & { example: string };
const PREVIEW_COLUMNS: readonly Column<PreviewColumn>[] = [
  { title: "COLUMN", of: ({ name }) => name },
  { title: "BECOMES", of: ({ becomes }) => becomes },
  { title: "FIRST ROW", of: ({ example }) => startOf(example) },
];

function describePreview({ columns, rows: [first = []] }: PreviewContactImportResponse): string {
  return wholeTable(
    PREVIEW_COLUMNS,
    columns.map((column, index) => ({ ...column, example: first[index] ?? "" })),
  );
}

function startOf(value: string): string {
  if (value === "") return "-";
  const characters = [...value];
  return characters.length <= SHOWN_CHARACTERS
    ? value
    : `${characters.slice(0, SHOWN_CHARACTERS - 1).join("")}…`;
}
