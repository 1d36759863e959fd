import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Ban, Download, Plus, SearchX, Upload } from "lucide-react";
import { useMemo, useState } from "react";
import { QueryError } from "../../query-error.tsx";
import { Button, buttonStyles } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { AddDialog } from "./add-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { suppressionColumns } from "./suppression-columns.tsx";
import { SuppressionFilterBar } from "./suppression-filter-bar.tsx";
import { exportPath, type Suppression, suppressionsQuery } from "./suppressions.ts";
import type { SuppressionsSearch } from "./suppressions-search.ts";

const route = getRouteApi("/app/suppressions");

type Open = "add" | "import" | Suppression | null;

export function SuppressionsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const query = useQuery(suppressionsQuery(search));
  const columns = useMemo(() => suppressionColumns({ onRemove: setOpen }), []);

  // Another question starts at its first page; the back button leads to other pages, not to other letters.
  const filter = (change: SuppressionsSearch): void =>
    void navigate({ search: (current) => ({ ...current, ...change, cursor: undefined }), replace: true });
  const isFiltered = search.search !== undefined || search.reason !== undefined;
  const page = query.data;
  const isEmpty = page?.suppressions.length === 0 && !isFiltered;
  const actions = <ChangeButtons onOpen={setOpen} />;
  return (
    <>
      <PageHeader
        title="Suppressions"
        description="Addresses that get no mail from you: they bounced, complained, unsubscribed, or you said so."
        actions={
          isEmpty ? null : (
            <>
              <a href={exportPath(search.reason)} download className={buttonStyles()}>
                <Download aria-hidden="true" />
                Export
              </a>
              {actions}
            </>
          )
        }
      />
      <SuppressionFilterBar search={search} onFilter={filter} />
      <div className="grid gap-4">
        <DataTable
          label="Suppressions"
          columns={columns}
          rows={page?.suppressions}
          rowId={({ address }) => address}
          fading={query.isPlaceholderData}
          failure={
            query.error ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : null
          }
          empty={
            isFiltered ? (
              <EmptyState
                icon={SearchX}
                title="No suppression matches"
                action={
                  <Button onClick={() => filter({ search: undefined, reason: undefined })}>
                    Clear filters
                  </Button>
                }
              >
                Then nothing keeps mail to it back. Try a part of the address.
              </EmptyState>
            ) : (
              <EmptyState icon={Ban} title="Nobody is suppressed" action={actions}>
                Who bounces, complains or unsubscribes comes here by itself. If you come from another service,
                bring its list along, so that you do not write to them again.
              </EmptyState>
            )
          }
        />
        <Pager
          cursor={search.cursor}
          pagination={page?.pagination}
          count={page?.suppressions.length ?? 0}
          noun="suppression"
        />
      </div>
      <OpenDialog open={open} onClose={() => setOpen(null)} />
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

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open === null) return null;
  if (open === "add") return <AddDialog onClose={onClose} />;
  if (open === "import") return <ImportDialog onClose={onClose} />;
  return <RemoveDialog suppression={open} onClose={onClose} />;
}
