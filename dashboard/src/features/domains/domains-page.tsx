import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { queryFailure } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { PostHouse } from "../../ui/drawings/post-house.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportButton } from "../../ui/export-button.tsx";
import { Plus } from "../../ui/icons.gen.ts";
import { ListPage } from "../../ui/list-page.tsx";
import { NoMatch } from "../../ui/no-match.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { useSelection } from "../../ui/use-selection.ts";
import { useIsViewer } from "../accounts/viewers.tsx";
import { AddDomainDialog } from "./add-domain-dialog.tsx";
import { domainColumns } from "./domain-columns.tsx";
import { domainsQuery, exportPath } from "./domains.ts";
import { DomainsFilters } from "./domains-filters.tsx";
import { type DomainsSearch, hasFilters } from "./domains-search.ts";
import { DomainsSelection } from "./domains-selection.tsx";

export function DomainsPage() {
  const search = useSearch({ from: "/app/domains" });
  const filters = useFilters<DomainsSearch>();
  const isFiltered = hasFilters(search);
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery(domainsQuery(search));
  const domains = query.data?.domains;
  const selection = useSelection((domains ?? []).map(({ name }) => name));
  const isEmpty = domains?.length === 0 && !isFiltered && search.cursor === undefined;
  const isViewer = useIsViewer();
  const addButton = isViewer ? null : (
    <Button variant="primary" onClick={() => setIsAdding(true)}>
      <Plus aria-hidden="true" />
      Add domain
    </Button>
  );
  return (
    <ListPage
      header={
        <PageHeader
          title="Domains"
          description="Domains you send from. Verify a domain to sign its mail with DKIM."
          actions={
            isEmpty ? null : (
              <>
                <ExportButton path={exportPath(search)} />
                {addButton}
              </>
            )
          }
        />
      }
      filters={<DomainsFilters search={search} {...filters} />}
      isFiltered={isFiltered}
      label="Domains"
      columns={domainColumns}
      rows={domains}
      rowId={({ name }) => name}
      selection={isViewer ? undefined : selection}
      rowLabel={({ name }) => name}
      fading={query.isPlaceholderData}
      failure={queryFailure(query)}
      empty={
        <EmptyState drawing={PostHouse} title="No domains yet" action={addButton}>
          Add a domain you send from. You get its DNS records, and Posthouse checks them.
        </EmptyState>
      }
      noMatch={
        <NoMatch title="No domains match" onClear={filters.clear}>
          Try part of a name, or another status.
        </NoMatch>
      }
      pager={{ cursor: search.cursor, pagination: query.data?.pagination, noun: "domain" }}
    >
      <DomainsSelection selection={selection} domains={domains ?? []} />
      {isAdding ? <AddDomainDialog onClose={() => setIsAdding(false)} /> : null}
    </ListPage>
  );
}
