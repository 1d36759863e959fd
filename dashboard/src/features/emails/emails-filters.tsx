import type { EmailStatusFilter } from "../../api-types.ts";
import { type Choice, ChoiceFilter, FilterBar, TextFilter } from "../../ui/filter-bar.tsx";
import { DateFilter } from "./date-filter.tsx";
import { type EmailsSearch, hasFilters, STATUS_FILTERS, STATUSES } from "./emails-search.ts";

type EmailsFiltersProps = {
  search: EmailsSearch;
  change: (next: EmailsSearch) => void;
  clear: () => void;
};

const STATUS_CHOICES: Choice<EmailStatusFilter>[] = STATUSES.map((value) => ({
  value,
  label: STATUS_FILTERS[value].label,
}));

export function EmailsFilters({ search, change, clear }: EmailsFiltersProps) {
  return (
    <FilterBar isFiltered={hasFilters(search)} onClear={clear}>
      <TextFilter
        label="Search subjects"
        value={search.search}
        onChange={(text) => change({ search: text })}
      />
      <TextFilter label="Recipient address" value={search.to} onChange={(to) => change({ to })} />
      <TextFilter
        label="Tag"
        placeholder="Tag: name or name:value"
        value={search.tag}
        onChange={(tag) => change({ tag })}
      />
      <ChoiceFilter
        label="Status"
        any="Any status"
        choices={STATUS_CHOICES}
        value={search.status}
        onChange={(status) => change({ status })}
      />
      <DateFilter after={search.after} before={search.before} onChange={change} />
    </FilterBar>
  );
}
