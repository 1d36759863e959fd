import type { ReactNode } from "react";
import { ChoiceFilter, FilterBar, TextFilter } from "../../ui/filter-bar.tsx";
import { REASON_NAMES, REASONS, SOURCE_NAMES, SOURCE_TYPES } from "./suppression.ts";
import { hasFilters, type SuppressionsSearch } from "./suppressions-search.ts";
import { TimeFilter } from "./time-filter.tsx";

type SuppressionFilterBarProps = {
  search: SuppressionsSearch;
  change: (next: SuppressionsSearch) => void;
  clear: () => void;
  /** Acts on every suppression that matches. */
  action: ReactNode;
};

const REASON_CHOICES = REASONS.map((value) => ({ value, label: REASON_NAMES[value] }));
const SOURCE_CHOICES = SOURCE_TYPES.map((value) => ({ value, label: SOURCE_NAMES[value] }));

export function SuppressionFilterBar({ search, change, clear, action }: SuppressionFilterBarProps) {
  return (
    <FilterBar isFiltered={hasFilters(search)} onClear={clear} action={action}>
      <TextFilter
        label="Search suppressions"
        placeholder="Search by address"
        value={search.search}
        onChange={(text) => change({ search: text })}
      />
      <TextFilter
        label="Reply"
        placeholder="Reply: text, host or 5.1.0"
        value={search.reply}
        onChange={(reply) => change({ reply })}
      />
      <TextFilter
        label="Domain"
        placeholder="Domain: example.com"
        value={search.domain}
        onChange={(domain) => change({ domain })}
      />
      <ChoiceFilter
        label="Reason"
        any="Any reason"
        choices={REASON_CHOICES}
        value={search.reason}
        onChange={(reason) => change({ reason })}
      />
      <ChoiceFilter
        label="Source"
        any="Any source"
        choices={SOURCE_CHOICES}
        value={search.source}
        onChange={(source) => change({ source })}
      />
      <TimeFilter search={search} onFilter={change} />
    </FilterBar>
  );
}
