import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { decodeText } from "./decode-text.ts";
import { InvalidCsv } from "./invalid-csv.ts";

/** `line` is where the row ends, for a value may hold line breaks. */
export type CsvRow = { line: number; cells: string[] };

/** A row beyond this is a quote that was never closed, or no CSV: it would be held in memory whole. Ten thousand columns fit. */
const maxRowBytes = 1024 * 1024;
const delimiters = [",", ";", "\t"] as const;

/** What else the process does waits for one piece, or for so long while its rows are read: rows invalid wait for nothing else. */
const pieceBytes = 16_384;
const turnMs = 5;

/**
 * The rows that are not empty, at a pace that lets others have their turn. Throws InvalidCsv behind the last row that could be read;
 * stops reading when the caller stops.
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  { charset = null }: { charset?: string | null } = {},
): AsyncGenerator<CsvRow> {
  const text = decodeText(inPieces(bytes), charset);
  const head = await readFirstLine(text);
  const rows: CsvRow[] = [];
  const parser = parse({
    delimiter: delimiterOf(head),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
    // Not through its readable side, which drops what it holds when a later row is invalid.
    on_record: (cells: string[], { lines }) => {
      rows.push({ line: lines, cells });
      return null;
    },
  });
  const failed = new Promise<never>((_, reject) => parser.once("error", reject));
  failed.catch(() => undefined);
  let line = 0;
  let turnEndsAt = performance.now() + turnMs;
  try {
    for await (const piece of chain(head, text)) {
      await giveWay();
      const taken = new Promise((resolve) => parser.write(piece, resolve));
      await Promise.race([taken, failed]);
      yield* take();
    }
    const ended = new Promise((resolve) => parser.end(resolve));
    await Promise.race([ended, failed]);
    yield* take();
  } catch (error) {
    yield* take();
    throw error instanceof CsvError ? errorIn(error, line + 1) : error;
  }

  async function* take() {
    for (const row of rows.splice(0)) {
      if (performance.now() > turnEndsAt) await giveWay();
      line = row.line;
      yield row;
    }
  }

  async function giveWay(): Promise<void> {
    await setImmediate();
    turnEndsAt = performance.now() + turnMs;
  }
}

function errorIn({ code }: CsvError, line: number): InvalidCsv {
  if (code === "CSV_QUOTE_NOT_CLOSED")
    return new InvalidCsv(line, "a quote is opened in this row or below, and never closed.");
  if (code === "CSV_MAX_RECORD_SIZE")
    return new InvalidCsv(line, "this row is over 1 MB; a quote may have been left open in it.");
  return new InvalidCsv(line, "this row is no CSV.");
}

async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes);
}

/** Up to the first line break, or enough of a line that has none. */
async function readFirstLine(text: AsyncGenerator<string>): Promise<string> {
  let head = "";
  while (head.length < maxRowBytes) {
    const { value, done } = await text.next();
    if (done) break;
    head += value;
    if (/[\r\n]/.test(value)) break;
  }
  return head;
}

async function* chain(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (head !== "") yield head;
  yield* rest;
}

/** The one that the first line has most of, outside of quotes. */
function delimiterOf(head: string): string {
  const line = (head.split(/[\r\n]/, 1)[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (delimiter: string) => line.split(delimiter).length;
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}
