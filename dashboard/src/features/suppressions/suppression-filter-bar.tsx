import { oneOf } from "../../search.ts";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select } from "../../ui/select.tsx";
import { reasonNames, reasons } from "./suppressions.ts";
import type { SuppressionsSearch } from "./suppressions-search.ts";

interface SuppressionFilterBarProps {
  search: SuppressionsSearch;
  onFilter: (change: SuppressionsSearch) => void;
}

export function SuppressionFilterBar({ search, onFilter }: SuppressionFilterBarProps) {
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <SearchInput
        label="Search suppressions"
        placeholder="Search by address"
        className="w-full sm:w-80"
        value={search.search ?? ""}
        onSearch={(text) => onFilter({ search: text || undefined })}
      />
      <Select
        aria-label="Reason"
        className="w-full sm:w-44"
        value={search.reason ?? ""}
        onChange={(event) => onFilter({ reason: oneOf(event.target.value, reasons) })}
      >
        <option value="">All reasons</option>
        {reasons.map((reason) => (
          <option key={reason} value={reason}>
            {reasonNames[reason]}
          </option>
        ))}
      </Select>
    </div>
  );
}
