/** One line of the table: a ratio of two figures from the same run, or a figure with a fixed target. */
export type Row = {
  what: string;
  /** Compared with the target; null if it could not be measured. */
  value: number | null;
  /** The format of the value: a ratio, or a figure with its unit. */
  unit: "×" | "ms" | "s" | "MB" | "/s";
  bar: { least: number } | { most: number } | null;
  /** The figures behind the value, or the reason why there is none. */
  behind: string;
};

export function isMet({ value, bar }: Row): boolean | null {
  if (value === null || bar === null) return null;
  return "least" in bar ? value >= bar.least : value <= bar.most;
}

export function formatTable(rows: Row[]): string {
  const header = ["", "measured", "bar", "what", "figures"];
  const lines = [header, ...rows.map(formatRow)];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  return lines
    .map((line) =>
      line
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function formatRow(row: Row): string[] {
  const { value, unit, bar, what, behind } = row;
  const print = (n: number) =>
    unit === "×" ? `${n.toFixed(2)} ×` : `${round(n)} ${unit}`.replace(" /s", "/s");
  const sign = bar && ("least" in bar ? `≥ ${print(bar.least)}` : `≤ ${print(bar.most)}`);
  const met = isMet(row);
  return [
    met === null ? "—" : met ? "ok" : "MISS",
    value === null ? "—" : print(value),
    sign ?? "",
    what,
    behind,
  ];
}

export function round(n: number): string {
  return n >= 100 ? Math.round(n).toLocaleString("en-US") : n.toFixed(1);
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
