import { useQuery } from "@tanstack/react-query";
import { oneOf } from "../../search.ts";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select } from "../../ui/select.tsx";
import { settingsQuery } from "../accounts/settings.ts";
import { VIEWS } from "./queue.ts";
import type { QueueSearch } from "./queue-search.ts";

type QueueFilterBarProps = {
  search: QueueSearch;
  onFilter: (change: QueueSearch) => void;
};

/** Whose queue is shown is asked of operators alone: others have one. */
export function QueueFilterBar({ search, onFilter }: QueueFilterBarProps) {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <SearchInput
        label="Search the queue"
        placeholder="Search by domain"
        className="w-full sm:w-80"
        value={search.search ?? ""}
        onSearch={(text) => onFilter({ search: text || undefined })}
      />
      {settings?.operator ? (
        <Select
          aria-label="Whose mail"
          className="w-full sm:w-64"
          value={search.view ?? "own"}
          onChange={(event) => onFilter({ view: oneOf(event.target.value, VIEWS) })}
        >
          <option value="own">My account</option>
          <option value="destinations">Whole instance, by destination</option>
          <option value="accounts">Whole instance, by account</option>
        </Select>
      ) : null}
    </div>
  );
}
