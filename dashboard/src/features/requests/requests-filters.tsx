import { useQuery } from "@tanstack/react-query";
import { type Choice, ChoiceFilter, FilterBar, TextFilter } from "../../ui/filter-bar.tsx";
import { keysQuery } from "../accounts/keys/keys.ts";
import { hasFilters, METHODS, type RequestsSearch, STATUS_CLASSES } from "./requests-search.ts";

type RequestsFiltersProps = {
  search: RequestsSearch;
  change: (next: RequestsSearch) => void;
  clear: () => void;
};

const STATUS_NAMES = {
  "2xx": "Success (2xx)",
  "3xx": "Redirect (3xx)",
  "4xx": "Client error (4xx)",
  "5xx": "Server error (5xx)",
};
const STATUS_CHOICES = STATUS_CLASSES.map((value) => ({ value, label: STATUS_NAMES[value] }));
const METHOD_CHOICES = METHODS.map((value) => ({ value, label: value }));

export function RequestsFilters({ search, change, clear }: RequestsFiltersProps) {
  return (
    <FilterBar isFiltered={hasFilters(search)} onClear={clear}>
      <TextFilter
        label="Path, request ID or error code"
        value={search.search}
        onChange={(text) => change({ search: text })}
      />
      <ChoiceFilter
        label="Status"
        any="Any status"
        choices={STATUS_CHOICES}
        value={search.status}
        onChange={(status) => change({ status })}
      />
      <ChoiceFilter
        label="Method"
        any="Any method"
        choices={METHOD_CHOICES}
        value={search.method}
        onChange={(method) => change({ method })}
      />
      <ChoiceFilter
        label="API key"
        any="Any key"
        choices={useKeyChoices(search.key)}
        value={search.key}
        onChange={(key) => change({ key })}
      />
    </FilterBar>
  );
}

/** The selected key may have been revoked; it stays a choice. */
function useKeyChoices(selected: string | undefined): Choice<string>[] {
  const keys = useQuery(keysQuery).data?.keys ?? [];
  const choices = keys.map(({ id, name }) => ({ value: String(id), label: name }));
  const isListed = selected === undefined || choices.some(({ value }) => value === selected);
  return isListed ? choices : [{ value: selected, label: `Key ${selected}` }, ...choices];
}
