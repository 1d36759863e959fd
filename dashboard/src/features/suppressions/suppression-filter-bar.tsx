import { X } from "lucide-react";
import type { ReactNode } from "react";
import { oneOf } from "../../search.ts";
import { Button } from "../../ui/button.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select } from "../../ui/select.tsx";
import { reasonNames, reasons, sourceNames, sourceTypes } from "./suppression.ts";
import { hasFilters, noFilters, type SuppressionsSearch } from "./suppressions-search.ts";
import { TimeFilter } from "./time-filter.tsx";

type SuppressionFilterBarProps = {
  search: SuppressionsSearch;
  onFilter: (change: SuppressionsSearch) => void;
  /** What can be done with all that matches. */
  action: ReactNode;
};

const textClass = "w-full sm:w-auto sm:min-w-52 sm:flex-1";
const selectClass = "min-w-36 flex-1 sm:flex-none";

export function SuppressionFilterBar({ search, onFilter, action }: SuppressionFilterBarProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <SearchInput
        label="Search suppressions"
        placeholder="Search by address"
        className={textClass}
        value={search.search ?? ""}
        onSearch={(text) => onFilter({ search: text || undefined })}
      />
      <SearchInput
        label="Reply"
        placeholder="Reply: text, host or 5.1.0"
        className={textClass}
        value={search.reply ?? ""}
        onSearch={(text) => onFilter({ reply: text || undefined })}
      />
      <SearchInput
        label="Domain"
        placeholder="Domain: example.com"
        className={textClass}
        value={search.domain ?? ""}
        onSearch={(text) => onFilter({ domain: text || undefined })}
      />
      <Select
        aria-label="Reason"
        className={selectClass}
        value={search.reason ?? ""}
        onChange={(event) => onFilter({ reason: oneOf(event.target.value, reasons) })}
      >
        <option value="">Any reason</option>
        {reasons.map((reason) => (
          <option key={reason} value={reason}>
            {reasonNames[reason]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Source"
        className={selectClass}
        value={search.source ?? ""}
        onChange={(event) => onFilter({ source: oneOf(event.target.value, sourceTypes) })}
      >
        <option value="">Any source</option>
        {sourceTypes.map((source) => (
          <option key={source} value={source}>
            {sourceNames[source]}
          </option>
        ))}
      </Select>
      <TimeFilter search={search} onFilter={onFilter} />
      {hasFilters(search) ? (
        <Button variant="ghost" className="max-sm:w-full" onClick={() => onFilter(noFilters)}>
          <X aria-hidden="true" />
          Clear
        </Button>
      ) : null}
      {action}
    </div>
  );
}
