import {
  type ColumnDef,
  createColumnHelper,
  metaHelper,
  type RowData,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { SelectCell } from "./select-cell.tsx";
import { Skeleton } from "./skeleton.tsx";
import type { Selection } from "./use-selection.ts";

type ColumnLook = {
  /** Classes of the column's header and cells: width, alignment, breakpoint. */
  className?: string;
};

const features = tableFeatures({ columnMeta: metaHelper<ColumnLook>() });

type Columns<T extends RowData> = ReadonlyArray<ColumnDef<typeof features, T, unknown>>;

/** Define columns outside the component or memoize them: a new array rebuilds the table. */
export function columnHelper<T extends RowData>() {
  return createColumnHelper<typeof features, T>();
}

/** Rows of one line are 36 px high, also those with a menu; on phones they are a finger high. */
const CELL_STYLES = "h-12 px-4 py-1.5 sm:h-9 [&>button.size-8]:-my-1.5";

// A stable reference: a new array on each render would rebuild the table.
const NO_ROWS: never[] = [];

export type DataTableProps<T extends RowData> = {
  /** Names the table for screen readers. */
  label: string;
  columns: Columns<T>;
  /** Undefined while loading: shows skeleton rows. */
  rows: T[] | undefined;
  rowId: (row: T) => string;
  /** Replaces the rows: an ErrorState. */
  failure?: ReactNode;
  /** Shown when there are no rows: an EmptyState that says what to do. */
  empty: ReactNode;
  /** The rows belong to the previous query while the next one loads. */
  fading?: boolean;
  /** Adds a column of checkboxes. */
  selection?: Selection | undefined;
  /** Names a row's checkbox. */
  rowLabel?: (row: T) => string;
};

export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { label, columns, rows, rowId, failure, empty, fading = false, selection, rowLabel } = props;
  const table = useTable({ features, columns, data: rows ?? NO_ROWS, getRowId: rowId });
  const headers = table.getHeaderGroups().flatMap((group) => group.headers);
  const frame = "overflow-hidden rounded-xl border bg-surface shadow-control";
  if (failure) return <div className={frame}>{failure}</div>;
  if (rows?.length === 0) return <div className={frame}>{empty}</div>;
  return (
    <div className={frame}>
      <div className="relative overflow-x-auto">
        <table
          aria-label={label}
          aria-busy={rows === undefined || fading}
          className={cx(
            "w-full border-collapse text-left transition-opacity sm:text-[13px]",
            fading && "opacity-60",
          )}
        >
          <thead className="border-b bg-subtle/60 text-xs text-ink-soft">
            <tr>
              {selection ? (
                <th scope="col" className="w-10 pl-4">
                  <SelectCell
                    label="Select all"
                    checked={rows !== undefined && selection.selected.size === rows.length}
                    isMixed={selection.selected.size > 0 && selection.selected.size < (rows?.length ?? 0)}
                    onToggle={selection.toggleAll}
                  />
                </th>
              ) : null}
              {headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  className={cx(
                    "h-8 px-4 font-medium whitespace-nowrap",
                    header.column.columnDef.meta?.className,
                    "align-middle",
                  )}
                >
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {rows === undefined ? (
              <SkeletonRows
                columns={[
                  ...(selection ? [{ id: "select", className: "w-10", hasText: false }] : []),
                  ...headers.map(({ id, column }) => ({
                    id,
                    className: column.columnDef.meta?.className,
                    hasText: column.accessorFn !== undefined,
                  })),
                ]}
              />
            ) : (
              table.getRowModel().rows.map((row) => (
                // A RowLink in a cell makes the whole row one target; see row-link.tsx.
                <tr
                  key={row.id}
                  className="relative transition-colors has-[[data-row-link]]:hover:bg-subtle/70"
                >
                  {selection ? (
                    <td className="w-10 pl-4">
                      <SelectCell
                        label={`Select ${rowLabel?.(row.original) ?? row.id}`}
                        checked={selection.selected.has(row.id)}
                        onToggle={(isRange) => selection.toggle(row.id, isRange)}
                      />
                    </td>
                  ) : null}
                  {row.getAllCells().map((cell) => (
                    <td key={cell.id} className={cx(CELL_STYLES, cell.column.columnDef.meta?.className)}>
                      <table.FlexRender cell={cell} />
                    </td>
                  ))}
                </tr>
              ))
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f"];

type SkeletonRowsProps = {
  columns: { id: string; className: string | undefined; hasText: boolean }[];
};

function SkeletonRows({ columns }: SkeletonRowsProps) {
  return SKELETON_ROWS.map((row) => (
    <tr key={row}>
      {columns.map(({ id, className, hasText }, position) => (
        <td key={id} className={cx(CELL_STYLES, className)}>
          {hasText ? <Skeleton className={position === 0 ? "w-40 max-w-full" : "w-20 max-w-full"} /> : null}
        </td>
      ))}
    </tr>
  ));
}
