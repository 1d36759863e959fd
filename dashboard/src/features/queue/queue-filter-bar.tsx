import { useQuery } from "@tanstack/react-query";
import { choiceKey, type QueryKey } from "../../query-text.ts";
import { oneOf } from "../../search.ts";
import { QueryBar } from "../../ui/query-bar.tsx";
import { Select } from "../../ui/select.tsx";
import { settingsQuery } from "../accounts/settings.ts";
import { type QueueSearch, queueFilters, VIEWS } from "./queue-search.ts";

const STATES = ["waiting", "in_flight", "delayed"];
const KEYS: readonly QueryKey[] = [
  choiceKey("state", "Has mail that is waiting, in_flight or delayed", STATES),
];

type QueueFilterBarProps = {
  search: QueueSearch;
  isFiltered: boolean;
  change: (next: QueueSearch) => void;
};

/** Only operators choose a scope: everyone else has one queue. */
export function QueueFilterBar({ search, isFiltered, change }: QueueFilterBarProps) {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <QueryBar<QueueSearch>
      label="Search the queue"
      placeholder="Search domains, or state:delayed"
      keys={KEYS}
      valuesOf={() => STATES}
      search={search}
      searchOf={queueFilters}
      isFiltered={isFiltered}
      change={change}
      clear={() => change(queueFilters({}))}
      action={
        settings?.operator ? (
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
        ) : null
      }
    />
  );
}
