import { createReadStream } from "node:fs";
import type {
  ImportContactsResponse,
  PreviewContactImportResponse,
} from "../../packages/client/src/index.ts";
import { MAX_CSV_BYTES } from "../platform/csv/index.ts";
import type { ImportArguments } from "./contacts-arguments.ts";
import { CommandError } from "./explain.ts";
import { withClient } from "./open-client.ts";
import { coloured } from "./terminal/colour.ts";
import { printResult } from "./terminal/print-result.ts";
import { quitWithReader } from "./terminal/print-rows.ts";
import { type Column, renderTable } from "./terminal/render-table.ts";

/** The preview reads a few rows. A row of a contact has far less than this. */
const PREVIEW_BYTES = 1024 * 1024;
/** More rows than this have a common cause. */
const SHOWN_ERRORS = 20;
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
    const csv = await readCsvFile(file, dryRun ? PREVIEW_BYTES : null);
    if (dryRun) {
      const { charset } = options;
      const preview = await posthouse.contacts.previewImport(csv, charset === undefined ? {} : { charset });
      printResult(preview, { json, text: describePreview(preview) });
      process.stderr.write("Nothing was imported. To import the file, leave out --dry-run.\n");
      return;
    }
    const result = await posthouse.contacts.import(csv, options);
    printResult(result, { json, text: describeImport(result) });
    if (result.failed === 0) return;
    process.stderr.write(
      `${result.failed === 1 ? "1 row was" : `${countOf(result.failed)} rows were`} not imported. Correct the file and import it again.\n`,
    );
    process.exitCode = 1;
  });
}

/** `enough`: reads no further than this number of bytes. Null: reads the whole file. */
async function readCsvFile(path: string, enough: number | null): Promise<Buffer> {
  const name = path === "-" ? "standard input" : path;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of path === "-" ? process.stdin : createReadStream(path)) {
      bytes += chunk.length;
      if (enough === null && bytes > MAX_CSV_BYTES)
        throw new CommandError(
          `${name} is over ${MAX_CSV_BYTES / 1_048_576} MB, the limit of an import: split it into smaller files, each with the first line`,
        );
      chunks.push(chunk);
      if (enough !== null && bytes >= enough) break;
    }
  } catch (error) {
    throw error instanceof CommandError ? error : cannotRead(name, error);
  }
  if (bytes === 0)
    throw new CommandError(`${name} is empty: the first line names the columns, such as email,name`);
  return Buffer.concat(chunks).subarray(0, enough ?? bytes);
}

function cannotRead(name: string, error: unknown): CommandError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new CommandError(`${name} does not exist: correct the name of the file`);
  if (code === "EISDIR") return new CommandError(`${name} is a directory: name a CSV file in it`);
  return new CommandError(`${name} cannot be read (${code})`);
}

function describeImport({ errors, failed, ...counts }: ImportContactsResponse): string {
  const { rows, created, updated, unchanged, kept_unsubscribed: kept } = counts;
  const lines = [
    `rows: ${countOf(rows)}`,
    `created: ${countOf(created)}`,
    `updated: ${countOf(updated)}`,
    `unchanged: ${countOf(unchanged)}`,
    `failed: ${countOf(failed)}`,
    ...(kept > 0 ? [`stayed unsubscribed: ${countOf(kept)}`] : []),
  ];
  if (failed === 0) return lines.join("\n");
  const more = failed - Math.min(errors.length, SHOWN_ERRORS);
  return [
    ...lines,
    "",
    table(ERROR_COLUMNS, errors.slice(0, SHOWN_ERRORS)),
    ...(more > 0 ? [`and ${countOf(more)} more; --json prints up to 10,000`] : []),
  ].join("\n");
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
  return table(
    PREVIEW_COLUMNS,
    columns.map((column, index) => ({ ...column, example: first[index] ?? "" })),
  );
}

/** Not cut to the width of the terminal, because the last column says what to do. */
function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return renderTable(columns, rows, { paintTitle: (title) => coloured("dim", title) }).trimEnd();
}

function startOf(value: string): string {
  if (value === "") return "-";
  const characters = [...value];
  return characters.length <= SHOWN_CHARACTERS
    ? value
    : `${characters.slice(0, SHOWN_CHARACTERS - 1).join("")}…`;
}

function countOf(count: number): string {
  return count.toLocaleString("en");
}
