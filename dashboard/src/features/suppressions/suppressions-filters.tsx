import type { ReactNode } from "react";
import type { Suppression } from "../../api-types.ts";
import { QueryBar } from "../../ui/query-bar.tsx";
import { knownValues, SUPPRESSION_KEYS, searchOf } from "./suppressions-query.ts";
import { hasFilters, type SuppressionsSearch } from "./suppressions-search.ts";

type SuppressionsFiltersProps = {
  search: SuppressionsSearch;
  /** On screen; their domains and replies are completed. */
  suppressions: readonly Suppression[];
  change: (next: SuppressionsSearch) => void;
  clear: () => void;
  /** Acts on every suppression that matches. */
  action: ReactNode;
};

export function SuppressionsFilters({
  search,
  suppressions,
  change,
  clear,
  action,
}: SuppressionsFiltersProps) {
  return (
    <QueryBar<SuppressionsSearch>
      label="Search suppressions"
      placeholder="Search by address, or reason:hard_bounce domain:example.com reply:5.1.0"
      keys={SUPPRESSION_KEYS}
      valuesOf={(key) => knownValues(key, suppressions)}
      search={search}
      searchOf={searchOf}
      isFiltered={hasFilters(search)}
      change={change}
      clear={clear}
      action={action}
    />
  );
}
