import { choiceKey, type QueryKey } from "../../query-text.ts";
import { QueryBar } from "../../ui/query-bar.tsx";
import { DOMAIN_STATUSES, type DomainsSearch, domainsSearch, hasFilters } from "./domains-search.ts";

const KEYS: readonly QueryKey[] = [choiceKey("status", "One or several, such as degraded", DOMAIN_STATUSES)];

type DomainsFiltersProps = {
  search: DomainsSearch;
  change: (next: DomainsSearch) => void;
  clear: () => void;
};

export function DomainsFilters({ search, change, clear }: DomainsFiltersProps) {
  return (
    <QueryBar<DomainsSearch>
      label="Search domains"
      placeholder="Search names, or status:pending"
      keys={KEYS}
      valuesOf={() => DOMAIN_STATUSES}
      search={search}
      searchOf={domainsSearch}
      isFiltered={hasFilters(search)}
      change={change}
      clear={clear}
    />
  );
}
