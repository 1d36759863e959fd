import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Suppression } from "../../api-types.ts";
import { lazyPart } from "../../app/lazy-part.tsx";
import { queryFailure, rejectedFilter } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Barrier } from "../../ui/drawings/barrier.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportButton } from "../../ui/export-button.tsx";
import { Plus, RotateCcwClock, Trash, Upload } from "../../ui/icons.gen.ts";
import { ListPage } from "../../ui/list-page.tsx";
import { NoMatch } from "../../ui/no-match.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { useSelection } from "../../ui/use-selection.ts";
import { useIsViewer } from "../accounts/viewers.tsx";
import { suppressionColumns } from "./suppression-columns.tsx";
import { exportPath, suppressionsQuery, suppressionsTotalQuery } from "./suppressions.ts";
import { SuppressionsFilters } from "./suppressions-filters.tsx";
import { hasFilters, type SuppressionsSearch } from "./suppressions-search.ts";
import { SuppressionsSelection } from "./suppressions-selection.tsx";
import { useRemovals } from "./use-removals.ts";

const AddDialog = lazyPart(() => import("./add-dialog.tsx"), "AddDialog");
const ImportDialog = lazyPart(() => import("./import-dialog.tsx"), "ImportDialog");
const RemovalDialog = lazyPart(() => import("./removal-dialog.tsx"), "RemovalDialog");
const RemovalsDialog = lazyPart(() => import("./removals-dialog.tsx"), "RemovalsDialog");
const RemoveDialog = lazyPart(() => import("./remove-dialog.tsx"), "RemoveDialog");

type Open = "add" | "import" | "removal" | "removals" | Suppression | null;

export function SuppressionsPage() {
  const search = useSearch({ from: "/app/suppressions" });
  const filters = useFilters<SuppressionsSearch>();
  const [open, setOpen] = useState<Open>(null);
  const removals = useRemovals();
  const query = useQuery(suppressionsQuery(search));
  const columns = useMemo(() => suppressionColumns({ onRemove: setOpen }), []);
  const isFiltered = hasFilters(search);
  const rows = query.data?.suppressions;
  const isEmpty = rows?.length === 0 && !isFiltered && search.cursor === undefined;
  const total = useQuery(suppressionsTotalQuery(search)).data;
  const selection = useSelection((rows ?? []).map(({ address }) => address));
  const isViewer = useIsViewer();
  const hasMatches = isFiltered && rows !== undefined && rows.length > 0;
  const askToRemove = (): void => {
    // The dialog shows no error of an earlier removal.
    if (removals.running.isError) removals.running.reset();
    setOpen("removal");
  };
  return (
    <ListPage
      header={
        <PageHeader
          title="Suppressions"
          description="Addresses that get no mail, or no bulk mail."
          actions={<HeaderActions search={search} isEmpty={isEmpty} onOpen={setOpen} />}
        />
      }
      filters={
        <SuppressionsFilters
          search={search}
          suppressions={rows ?? []}
          {...filters}
          action={hasMatches && !isViewer ? <RemoveMatchingButton onPress={askToRemove} /> : null}
        />
      }
      isFiltered={isFiltered}
      label="Suppressions"
      columns={columns}
      rows={rows}
      rowId={({ address }) => address}
      selection={isViewer ? undefined : selection}
      rowLabel={({ address }) => address}
      fading={query.isPlaceholderData}
      failure={rejectedFilter(query.error, filters.clear) ?? queryFailure(query)}
      empty={
        <EmptyState
          drawing={Barrier}
          title="No suppressed addresses"
          action={<ChangeButtons onOpen={setOpen} />}
        >
          Bounces, complaints and unsubscribes are added automatically. Moving from another provider? Import
          your list.
        </EmptyState>
      }
      noMatch={
        <NoMatch title="No suppressions match" onClear={filters.clear}>
          Change or clear a filter to see more.
        </NoMatch>
      }
      pager={{
        cursor: search.cursor,
        pagination: query.data && { ...query.data.pagination, ...total },
        noun: "suppression",
      }}
    >
      <SuppressionsSelection selection={selection} suppressions={rows ?? []} />
      <OpenDialog open={open} search={search} removals={removals} onClose={() => setOpen(null)} />
    </ListPage>
  );
}

function RemoveMatchingButton({ onPress }: { onPress: () => void }) {
  return (
    <Button className="max-sm:w-full sm:ml-auto" onClick={onPress}>
      <Trash aria-hidden="true" />
      Remove matching…
    </Button>
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
        <RotateCcwClock aria-hidden="true" />
        Removals
      </Button>
      {isEmpty ? null : (
        <>
          <ExportButton path={exportPath(search)} />
          <ChangeButtons onOpen={onOpen} />
        </>
      )}
    </>
  );
}

function ChangeButtons({ onOpen }: { onOpen: (what: "add" | "import") => void }) {
  if (useIsViewer()) return null;
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
