import { type Choice, ChoiceFilter, FilterBar, TextFilter } from "../../ui/filter-bar.tsx";
import { type ContactsSearch, hasFilters } from "./contacts-search.ts";

type ContactFilterBarProps = {
  search: ContactsSearch;
  change: (next: ContactsSearch) => void;
  clear: () => void;
};

const SUBSCRIBED_CHOICES: Choice<"true" | "false">[] = [
  { value: "true", label: "Subscribed" },
  { value: "false", label: "Unsubscribed" },
];

export function ContactFilterBar({ search, change, clear }: ContactFilterBarProps) {
  return (
    <FilterBar isFiltered={hasFilters(search)} onClear={clear}>
      <TextFilter
        label="Search contacts"
        placeholder="Search by address or name"
        value={search.search}
        onChange={(text) => change({ search: text })}
      />
      <ChoiceFilter
        label="Status"
        any="All contacts"
        choices={SUBSCRIBED_CHOICES}
        value={search.subscribed}
        onChange={(subscribed) => change({ subscribed })}
      />
    </FilterBar>
  );
}
