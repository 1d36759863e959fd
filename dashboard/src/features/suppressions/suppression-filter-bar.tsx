import { X } from "lucide-react";
import type { ReactNode } from "react";
import { oneOf } from "../../search.ts";
import { Button } from "../../ui/button.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select } from "../../ui/select.tsx";
import { REASON_NAMES, REASONS, SOURCE_NAMES, SOURCE_TYPES } from "./suppression.ts";
import { hasFilters, NO_FILTERS, type SuppressionsSearch } from "./suppressions-search.ts";
import { TimeFilter } from "./time-filter.tsx";

type SuppressionFilterBarProps = {
  search: SuppressionsSearch;
  onFilter: (change: SuppressionsSearch) => void;
  /** What can be done with all that matches. */
  action: ReactNode;
};

const TEXT_CLASS = "w-full sm:w-auto sm:min-w-52 sm:flex-1";
const SELECT_CLASS = "min-w-36 flex-1 sm:flex-none";

export function SuppressionFilterBar({ search, onFilter, action }: SuppressionFilterBarProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <SearchInput
        label="Search suppressions"
        placeholder="Search by address"
        className={TEXT_CLASS}
        value={search.search ?? ""}
        onSearch={(text) => onFilter({ search: text || undefined })}
      />
      <SearchInput
        label="Reply"
        placeholder="Reply: text, host or 5.1.0"
        className={TEXT_CLASS}
        value={search.reply ?? ""}
        onSearch={(text) => onFilter({ reply: text || undefined })}
      />
      <SearchInput
        label="Domain"
        placeholder="Domain: example.com"
        className={TEXT_CLASS}
        value={search.domain ?? ""}
        onSearch={(text) => onFilter({ domain: text || undefined })}
      />
      <Select
        aria-label="Reason"
        className={SELECT_CLASS}
        value={search.reason ?? ""}
        onChange={(event) => onFilter({ reason: oneOf(event.target.value, REASONS) })}
      >
        <option value="">Any reason</option>
        {REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {REASON_NAMES[reason]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Source"
        className={SELECT_CLASS}
        value={search.source ?? ""}
        onChange={(event) => onFilter({ source: oneOf(event.target.value, SOURCE_TYPES) })}
      >
        <option value="">Any source</option>
        {SOURCE_TYPES.map((source) => (
          <option key={source} value={source}>
            {SOURCE_NAMES[source]}
          </option>
        ))}
      </Select>
      <TimeFilter search={search} onFilter={onFilter} />
      {hasFilters(search) ? (
        <Button variant="ghost" className="max-sm:w-full" onClick={() => onFilter(NO_FILTERS)}>
          <X aria-hidden="true" />
          Clear
        </Button>
      ) : null}
      {action}
    </div>
  );
}
