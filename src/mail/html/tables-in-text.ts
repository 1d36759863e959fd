import { type TextLine, TextLines } from "./text-lines.ts";
import type { Attributes } from "./walk-html.ts";

/** Tables nested deeper are read as plain text, because each level copies its lines into the one above. */
const MAX_TABLES = 30;
const SEPARATOR = " | ";
/** A cell with more or longer lines, or with an empty line, belongs to a layout that puts paragraphs side by side. */
const MAX_CELL_LINES = 3;
const MAX_CELL_LENGTH = 100;

type Table = {
  page: TextLines;
  isLayout: boolean;
  /** With headings, columns have a meaning, so an empty cell keeps its place. */
  hasHeadings: boolean;
  /** Null between rows. */
  row: TextLine[][] | null;
};

/** The open tables, and the current target of text: the page, or the innermost cell. */
export class TablesInText {
  page: TextLines;
  readonly #tables: Table[] = [];

  constructor(page: TextLines) {
    this.page = page;
  }

  /** @returns whether the table is kept */
  begin(attributes: Attributes): boolean {
    if (this.#tables.length === MAX_TABLES) return false;
    const isLayout = /^(?:presentation|none)$/i.test(attributes.get("role") ?? "");
    this.#tables.push({ page: this.page, isLayout, hasHeadings: false, row: null });
    return true;
  }

  beginRow(): boolean {
    const table = this.#tables.at(-1);
    if (!table || table.page !== this.page) return false;
    writeRow(table);
    table.row = [];
    return true;
  }

  /** Also begins a row if the cell is outside of one. */
  beginCell(name: string): boolean {
    const table = this.#tables.at(-1);
    if (!table || table.page !== this.page) return false;
    table.row ??= [];
    if (name === "th") table.hasHeadings = true;
    this.page = new TextLines();
    return true;
  }

  endCell(): void {
    const table = this.#tables.at(-1);
    if (!table) return;
    table.row?.push(this.page.lines);
    this.page = table.page;
  }

  endRow(): void {
    const table = this.#tables.at(-1);
    if (table) writeRow(table);
  }

  end(): void {
    const table = this.#tables.pop();
    if (table) writeRow(table);
  }
}

function writeRow(table: Table): void {
  const { row, page, isLayout, hasHeadings } = table;
  table.row = null;
  if (!row) return;
  const filled = row.filter((lines) => lines.length > 0);
  if (filled.length > 1 && filled.every(isData)) {
    page.add(asOneLine(hasHeadings ? row : filled));
    page.endLine();
    return;
  }
  const isParagraph = isLayout || filled.length > 1;
  for (const lines of filled) {
    if (isParagraph) page.endParagraph();
    page.append(lines);
    if (isParagraph) page.endParagraph();
  }
}

/**
 * Cells with data are joined into one line; cells of a layout are written one below the other. No tag distinguishes the two:
 * invoices use `role="presentation"`, and newsletters use tables without it.
 */
function isData(lines: TextLine[]): boolean {
  if (lines.length > MAX_CELL_LINES) return false;
  return lines.every(
    ({ text, rest, hasGap, isFixed }, index) =>
      !isFixed && rest === "" && text.length <= MAX_CELL_LENGTH && (index === 0 || !hasGap),
  );
}

function asOneLine(cells: TextLine[][]): string {
  const last = cells.findLastIndex((lines) => lines.length > 0);
  const texts = cells.slice(0, last + 1).map((lines) => lines.map(({ text }) => text).join(", "));
  return texts.join(SEPARATOR);
}
