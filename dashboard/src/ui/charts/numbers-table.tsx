import type { ReactNode } from "react";
import { cx } from "../cx.ts";

type NumbersColumn<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
};

type NumbersTableProps<Row> = {
  caption: string;
  /** The first column names the row. */
  columns: [NumbersColumn<Row>, ...NumbersColumn<Row>[]];
  rows: Row[];
  keyOf: (row: Row) => string;
};

/** A table with the numbers of a chart. It scrolls inside its card. */
export function NumbersTable<Row>({ caption, columns, rows, keyOf }: NumbersTableProps<Row>) {
  const [first, ...others] = columns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
    <section aria-label={caption} tabIndex={0} className="-mx-5 max-h-96 overflow-auto">
      <table className="w-full border-collapse text-right text-[13px] tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-subtle text-xs text-ink-soft">
          <tr>
            <th scope="col" className="h-9 px-5 text-left font-medium">
              {first.title}
            </th>
            {others.map(({ title }, index) => (
              <th
                key={title}
                scope="col"
                className={cx("px-2 font-medium whitespace-nowrap", index === others.length - 1 && "pr-5")}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row" className="h-9 px-5 text-left font-medium whitespace-nowrap">
                {first.cell(row)}
              </th>
              {others.map(({ title, cell }, index) => (
                <td
                  key={title}
                  className={cx("px-2 whitespace-nowrap", index === others.length - 1 && "pr-5")}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
