import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Globe, Plus, SearchX } from "lucide-react";
import { useState } from "react";
import { QueryError } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { AddDomainDialog } from "./add-domain-dialog.tsx";
import { domainColumns } from "./domain-columns.tsx";
import { domainsQuery } from "./domains.ts";

const route = getRouteApi("/app/domains");

export function DomainsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [adding, setAdding] = useState(false);
  const query = useQuery(domainsQuery(search));
  const page = query.data;
  const isEmpty = page?.domains.length === 0 && search.search === undefined;
  // Another question starts at its first page; the back button leads to other pages, not to other letters.
  const find = (text: string | undefined): void =>
    void navigate({ search: { search: text, cursor: undefined }, replace: true });
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      Add domain
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Domains"
        description="What stands behind the @ of your senders. A verified domain signs its mail, so that it arrives."
        actions={isEmpty ? null : add}
      />
      <SearchInput
        label="Search domains"
        placeholder="Search by name"
        className="mb-4 w-full sm:w-80"
        value={search.search ?? ""}
        onSearch={(text) => find(text || undefined)}
      />
      <div className="grid gap-4">
        <DataTable
          label="Domains"
          columns={domainColumns}
          rows={page?.domains}
          rowId={({ name }) => name}
          fading={query.isPlaceholderData}
          failure={
            query.error ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : null
          }
          empty={
            search.search === undefined ? (
              <EmptyState icon={Globe} title="No domains yet" action={add}>
                Add the domain you send from. You get its DNS records, and we tell you when they are right.
              </EmptyState>
            ) : (
              <EmptyState
                icon={SearchX}
                title="No domain matches"
                action={<Button onClick={() => find(undefined)}>Clear search</Button>}
              >
                Try a part of its name.
              </EmptyState>
            )
          }
        />
        <Pager
          cursor={search.cursor}
          pagination={page?.pagination}
          count={page?.domains.length ?? 0}
          noun="domain"
        />
      </div>
      {adding ? <AddDomainDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}
