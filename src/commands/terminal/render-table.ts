import { printable } from "./printable.ts";

export type Column<Row> = {
  title: string;
  of: (row: Row) => string;
  paint?: (text: string, row: Row) => string;
};

const GAP = "  ";
/** A column is not cut below this width: the terminal then wraps the line. */
const LEAST_WIDTH = 8;

/** Rows under titles in aligned columns. With a width, the widest columns are cut until a line fits. */
export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, paintTitle = (text) => text }: { width?: number; paintTitle?: (text: string) => string } = {},
): string {
  const texts = rows.map((row) => columns.map(({ of }) => printable(of(row))));
  const widths = columns.map(({ title }, index) =>
    Math.max(displayWidth(title), ...texts.map((line) => displayWidth(line[index] ?? ""))),
  );
  if (width !== undefined) shrink(widths, width);
  const lay = (cells: readonly string[], paint: (text: string, column: number) => string) =>
    cells
      .map((cell, index) => {
        const cut = cutTo(cell, widths[index] ?? 0);
        const padding = index === cells.length - 1 ? 0 : (widths[index] ?? 0) - displayWidth(cut);
        return paint(cut, index) + " ".repeat(padding);
      })
      .join(GAP);
  const lines = [
    lay(
      columns.map(({ title }) => title),
      (text) => paintTitle(text),
    ),
    ...texts.map((cells, row) =>
      lay(cells, (text, column) => columns[column]?.paint?.(text, rows[row] as Row) ?? text),
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function shrink(widths: number[], most: number): void {
  const total = () => widths.reduce((sum, one) => sum + one, 0) + GAP.length * (widths.length - 1);
  while (total() > most) {
    const widest = Math.max(...widths);
    if (widest <= LEAST_WIDTH) return;
    widths[widths.lastIndexOf(widest)] = widest - 1;
  }
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Characters that terminals draw over two cells (Unicode UAX #11, approximated by script). */
const WIDE =
  /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303f\uff01-\uff60]/u;

function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

function cutTo(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let cut = "";
  for (const { segment } of graphemes.segment(text)) {
    if (displayWidth(cut + segment) > width - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}
