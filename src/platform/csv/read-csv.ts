import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { decodeText } from "./decode-text.ts";
import { InvalidCsv } from "./invalid-csv.ts";

/** `line` is the last line of the row, because a value may contain line breaks. */
export type CsvRow = { line: number; cells: string[] };

/** A longer row has an unclosed quote or is not CSV, and would be held in memory. Ten thousand columns fit. */
const MAX_ROW_BYTES = 1024 * 1024;
const DELIMITERS = [",", ";", "\t"] as const;

/** Parsing a piece blocks the event loop, so pieces are small. */
const PIECE_BYTES = 16_384;
/** A caller's loop over parsed rows never yields to the event loop by itself, so the generator yields after this time. */
const TURN_MS = 5;

/**
 * Yields the rows that are not empty, and lets the event loop run between them. Throws InvalidCsv after the last readable
 * row. Stops reading when the caller stops.
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
    // By default, the first line's break ends every row. In a file with mixed breaks, later rows would then be lost.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    // The parser's readable side is not used, because it drops buffered rows when a later row is invalid.
    on_record: (cells: string[], { lines }) => {
      rows.push({ line: lines, cells });
      return null;
    },
  });
  const failed = new Promise<never>((_, reject) => parser.once("error", reject));
  failed.catch(() => undefined);
  let line = 0;
  let turnEndsAt = performance.now() + TURN_MS;
  try {
    for await (const piece of chain(head, text)) {
      await yieldTurn();
      const written = new Promise((resolve) => parser.write(piece, resolve));
      await Promise.race([written, failed]);
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
      if (performance.now() > turnEndsAt) await yieldTurn();
      line = row.line;
      yield row;
    }
  }

  async function yieldTurn(): Promise<void> {
    await setImmediate();
    turnEndsAt = performance.now() + TURN_MS;
  }
}

function errorIn({ code }: CsvError, line: number): InvalidCsv {
  if (code === "CSV_QUOTE_NOT_CLOSED")
    return new InvalidCsv(line, "a quote that opens in this row or below is never closed.");
  if (code === "CSV_MAX_RECORD_SIZE")
    return new InvalidCsv(line, "this row is over 1 MB; a quote may have been left open in it.");
  return new InvalidCsv(line, "this row is not valid CSV.");
}

async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
}

/** Reads up to the first line break, or up to the row limit. */
async function readFirstLine(text: AsyncGenerator<string>): Promise<string> {
  let head = "";
  while (head.length < MAX_ROW_BYTES) {
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

/** The delimiter that occurs most often in the first line, outside quotes. */
function delimiterOf(head: string): string {
  const line = (head.split(/[\r\n]/, 1)[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}
