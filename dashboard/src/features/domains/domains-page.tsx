import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { queryFailure } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterBar, TextFilter } from "../../ui/filter-bar.tsx";
import { Globe, Plus } from "../../ui/icons.gen.ts";
import { ListPage } from "../../ui/list-page.tsx";
import { NoMatch } from "../../ui/no-match.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { AddDomainDialog } from "./add-domain-dialog.tsx";
import { domainColumns } from "./domain-columns.tsx";
import { domainsQuery } from "./domains.ts";
import type { DomainsSearch } from "./domains-search.ts";

export function DomainsPage() {
  const search = useSearch({ from: "/app/domains" });
  const { change, clear } = useFilters<DomainsSearch>();
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery(domainsQuery(search));
  const isFiltered = search.search !== undefined;
  const isEmpty = query.data?.domains.length === 0 && !isFiltered;
  const addButton = (
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
          actions={isEmpty ? null : addButton}
        />
      }
      filters={
        <FilterBar>
          <TextFilter
            label="Search domains"
            placeholder="Search by name"
            value={search.search}
            onChange={(text) => change({ search: text })}
          />
        </FilterBar>
      }
      isFiltered={isFiltered}
      label="Domains"
      columns={domainColumns}
      rows={query.data?.domains}
      rowId={({ name }) => name}
      fading={query.isPlaceholderData}
      failure={queryFailure(query)}
      empty={
        <EmptyState icon={Globe} title="No domains yet" action={addButton}>
          Add a domain you send from. You get its DNS records, and we check them for you.
        </EmptyState>
      }
      noMatch={
        <NoMatch title="No domains match" onClear={clear}>
          Try part of a name.
        </NoMatch>
      }
      pager={{ cursor: search.cursor, pagination: query.data?.pagination, noun: "domain" }}
    >
      {isAdding ? <AddDomainDialog onClose={() => setIsAdding(false)} /> : null}
    </ListPage>
  );
}
