import type { ApiRequest } from "../../api-types.ts";
import { QueryBar } from "../../ui/query-bar.tsx";
import { knownValues, type NamedKey, requestKeys, searchOf } from "./requests-query.ts";
import { hasFilters, type RequestsSearch } from "./requests-search.ts";

type RequestsFiltersProps = {
  search: RequestsSearch;
  keys: readonly NamedKey[];
  /** On screen; their paths are completed. */
  requests: readonly ApiRequest[];
  change: (next: RequestsSearch) => void;
  clear: () => void;
};

export function RequestsFilters({ search, keys, requests, change, clear }: RequestsFiltersProps) {
  return (
    <QueryBar<RequestsSearch>
      label="Search requests"
      placeholder="Search paths, request IDs and error codes, or status:4xx method:POST"
      keys={requestKeys(keys)}
      valuesOf={(key) => knownValues(key, { keys, requests })}
      search={search}
      searchOf={searchOf}
      isFiltered={hasFilters(search)}
      change={change}
      clear={clear}
    />
  );
}
