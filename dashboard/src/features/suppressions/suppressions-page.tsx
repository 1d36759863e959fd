import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Ban, Download, History, Plus, SearchX, Trash2, Upload } from "lucide-react";
import { useMemo, useState } from "react";
import { ApiError } from "../../api.ts";
import type { Suppression } from "../../api-types.ts";
import { QueryError } from "../../query-error.tsx";
import { Button, buttonStyles } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { AddDialog } from "./add-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { RemovalDialog } from "./removal-dialog.tsx";
import { RemovalsDialog } from "./removals-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { suppressionColumns } from "./suppression-columns.tsx";
import { SuppressionFilterBar } from "./suppression-filter-bar.tsx";
import { exportPath, suppressionsQuery } from "./suppressions.ts";
import { hasFilters, NO_FILTERS, type SuppressionsSearch } from "./suppressions-search.ts";
import { useRemovals } from "./use-removals.ts";

const route = getRouteApi("/app/suppressions");

type Open = "add" | "import" | "removal" | "removals" | Suppression | null;

export function SuppressionsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const removals = useRemovals();
  const query = useQuery(suppressionsQuery(search));
  const columns = useMemo(() => suppressionColumns({ onRemove: setOpen }), []);

  // Another question starts at its first page; the back button leads to other pages, not to other letters.
  const filter = (change: SuppressionsSearch): void =>
    void navigate({ search: (current) => ({ ...current, ...change, cursor: undefined }), replace: true });
  const isFiltered = hasFilters(search);
  const page = query.data;
  const count = page?.suppressions.length ?? 0;
  const isEmpty = page !== undefined && count === 0 && !isFiltered;
  return (
    <>
      <PageHeader
        title="Suppressions"
        description="Addresses that get no mail from you."
        actions={<HeaderActions search={search} isEmpty={isEmpty} onOpen={setOpen} />}
      />
      <SuppressionFilterBar
        search={search}
        onFilter={filter}
        action={
          isFiltered && count > 0 && !query.error ? (
            <Button className="max-sm:w-full sm:ml-auto" onClick={() => setOpen("removal")}>
              <Trash2 aria-hidden="true" />
              Remove matching…
            </Button>
          ) : null
        }
      />
      <div className="grid gap-4">
        <DataTable
          label="Suppressions"
          columns={columns}
          rows={page?.suppressions}
          rowId={({ address }) => address}
          fading={query.isPlaceholderData}
          failure={
            query.error ? (
              <ListFailure
                error={query.error}
                onRetry={() => void query.refetch()}
                onClear={() => filter(NO_FILTERS)}
              />
            ) : null
          }
          empty={
            isFiltered ? (
              <EmptyState
                icon={SearchX}
                title="No suppression matches"
                action={<Button onClick={() => filter(NO_FILTERS)}>Clear filters</Button>}
              >
                Change or clear a filter to see more.
              </EmptyState>
            ) : (
              <EmptyState
                icon={Ban}
                title="No suppressed addresses"
                action={<ChangeButtons onOpen={setOpen} />}
              >
                Addresses that bounce, complain or unsubscribe are added automatically. If you come from
                another service, import its list so that you do not write to them again.
              </EmptyState>
            )
          }
        />
        <Pager cursor={search.cursor} pagination={page?.pagination} count={count} noun="suppression" />
      </div>
      <OpenDialog open={open} search={search} removals={removals} onClose={() => setOpen(null)} />
    </>
  );
}

type ListFailureProps = {
  error: Error;
  onRetry: () => void;
  onClear: () => void;
};

/** A filter that the server refused is the reader's to change; trying again does not help. */
function ListFailure({ error, onRetry, onClear }: ListFailureProps) {
  const fault = error instanceof ApiError ? error.fields[0] : undefined;
  if (!fault) return <QueryError error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={SearchX}
      title="Check the filters"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      <span className="capitalize">{fault.path}</span> {fault.message}.
    </EmptyState>
  );
}

type HeaderActionsProps = {
  search: SuppressionsSearch;
  isEmpty: boolean;
  onOpen: (what: "add" | "import" | "removals") => void;
};

function HeaderActions({ search, isEmpty, onOpen }: HeaderActionsProps) {
  return (
    <>
      <Button onClick={() => onOpen("removals")}>
        <History aria-hidden="true" />
        Removals
      </Button>
      {isEmpty ? null : (
        <>
          <a href={exportPath(search)} download className={buttonStyles()}>
            <Download aria-hidden="true" />
            Export
          </a>
          <ChangeButtons onOpen={onOpen} />
        </>
      )}
    </>
  );
}

function ChangeButtons({ onOpen }: { onOpen: (what: "add" | "import") => void }) {
  return (
    <>
      <Button onClick={() => onOpen("import")}>
        <Upload aria-hidden="true" />
        Import
      </Button>
      <Button variant="primary" onClick={() => onOpen("add")}>
        <Plus aria-hidden="true" />
        Add addresses
      </Button>
    </>
  );
}

type OpenDialogProps = {
  open: Open;
  search: SuppressionsSearch;
  removals: ReturnType<typeof useRemovals>;
  onClose: () => void;
};

function OpenDialog({ open, search, removals, onClose }: OpenDialogProps) {
  if (open === null) return null;
  if (open === "add") return <AddDialog onClose={onClose} />;
  if (open === "import") return <ImportDialog onClose={onClose} />;
  if (open === "removal") return <RemovalDialog search={search} removals={removals} onClose={onClose} />;
  if (open === "removals") return <RemovalsDialog removals={removals} onClose={onClose} />;
  return <RemoveDialog suppression={open} onClose={onClose} />;
}
