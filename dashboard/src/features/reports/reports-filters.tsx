import type { ReceivedReport } from "../../api-types.ts";
import { QueryBar } from "../../ui/query-bar.tsx";
import { hasFilters, knownValues, REPORT_KEYS, searchOf } from "./reports-query.ts";
import type { ReportsSearch } from "./reports-search.ts";

type ReportsFiltersProps = {
  search: ReportsSearch;
  /** Domains to suggest. */
  domains: readonly string[];
  reports: readonly ReceivedReport[];
  change: (next: ReportsSearch) => void;
  clear: () => void;
};

export function ReportsFilters({ search, domains, reports, change, clear }: ReportsFiltersProps) {
  return (
    <QueryBar<ReportsSearch>
      label="Search reports"
      placeholder="Search domains, reporters and report IDs, or kind:tls after:7d"
      keys={REPORT_KEYS}
      valuesOf={(key) => knownValues(key, { domains, reports })}
      search={search}
      searchOf={searchOf}
      isFiltered={hasFilters(search)}
      change={change}
      clear={clear}
    />
  );
}
