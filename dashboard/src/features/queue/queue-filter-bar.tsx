import { useQuery } from "@tanstack/react-query";
import { oneOf } from "../../search.ts";
import { FilterBar, TextFilter } from "../../ui/filter-bar.tsx";
import { Select } from "../../ui/select.tsx";
import { settingsQuery } from "../accounts/settings.ts";
import { VIEWS } from "./queue.ts";
import type { QueueSearch } from "./queue-search.ts";

type QueueFilterBarProps = {
  search: QueueSearch;
  change: (next: QueueSearch) => void;
};

/** Only operators choose a scope: everyone else has one queue. */
export function QueueFilterBar({ search, change }: QueueFilterBarProps) {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <FilterBar>
      <TextFilter
        label="Search the queue"
        placeholder="Search by domain"
        value={search.search}
        onChange={(text) => change({ search: text })}
      />
      {settings?.operator ? (
        <Select
          aria-label="Scope"
          className="w-full sm:w-64"
          value={search.view ?? "own"}
          onChange={(event) => change({ view: oneOf(event.target.value, VIEWS) })}
        >
          <option value="own">My account</option>
          <option value="destinations">Whole instance, by destination</option>
          <option value="accounts">Whole instance, by account</option>
        </Select>
      ) : null}
    </FilterBar>
  );
}
