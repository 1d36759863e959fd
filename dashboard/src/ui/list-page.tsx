import { Link } from "@tanstack/react-router";
import type { RowData } from "@tanstack/react-table";
import type { ReactNode, RefObject } from "react";
import { buttonStyles } from "./button.tsx";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { Magnifier } from "./drawings/magnifier.ts";
import { EmptyState } from "./empty-state.tsx";
import { NewerButton } from "./newer-button.tsx";
import { Pager, type PagerProps } from "./pager.tsx";

type ListPageProps<T extends RowData> = DataTableProps<T> & {
  /** A PageHeader or a SectionHeader. */
  header: ReactNode;
  /** A FilterBar. */
  filters?: ReactNode;
  isFiltered?: boolean;
  /** Shown instead of `empty` when filters are active: a NoMatch. */
  noMatch?: ReactNode;
  pager: Omit<PagerProps, "count" | "isLoading">;
  /** Rows that arrived since the page was loaded. */
  newer?: { count: number; list: RefObject<HTMLDivElement | null>; onPress: () => void };
  /** Dialogs. */
  children?: ReactNode;
};

/** A page that is one list: header, filters, table, pager. */
export function ListPage<T extends RowData>(props: ListPageProps<T>) {
  const { header, filters, isFiltered = false, noMatch, empty, pager, newer, children, ...table } = props;
  // A later page whose rows were deleted says nothing about the list.
  const isPastEnd = pager.cursor !== undefined && !pager.pagination?.next_cursor;
  return (
    <>
      {header}
      {filters}
      <div className="grid gap-4">
        <div ref={newer?.list} className="min-w-0">
          {newer ? <NewerButton count={newer.count} noun={pager.noun} onPress={newer.onPress} /> : null}
          <DataTable {...table} empty={isFiltered ? noMatch : isPastEnd ? <NothingLeft /> : empty} />
        </div>
        <Pager {...pager} count={table.rows?.length ?? 0} isLoading={table.fading ?? false} />
      </div>
      {children}
    </>
  );
}

function NothingLeft() {
  return (
    <EmptyState
      drawing={Magnifier}
      title="Nothing left on this page"
      action={
        <Link to="." search={(current) => ({ ...current, cursor: undefined })} className={buttonStyles()}>
          First page
        </Link>
      }
    />
  );
}
