import type { EmailSummary } from "../../api-types.ts";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { QueryBox } from "../../ui/query-box.tsx";
import { EMAIL_KEYS, emailsQueryText, knownValues, readEmailsQuery, searchOf } from "./emails-query.ts";
import { type EmailsSearch, hasFilters } from "./emails-search.ts";

type EmailsFiltersProps = {
  search: EmailsSearch;
  /** On screen; their addresses and tags are completed. */
  emails: readonly EmailSummary[];
  change: (next: EmailsSearch) => void;
  clear: () => void;
};

export function EmailsFilters({ search, emails, change, clear }: EmailsFiltersProps) {
  return (
    <FilterBar isFiltered={hasFilters(search)} onClear={clear}>
      <QueryBox
        label="Search emails"
        placeholder="Search subjects, or to:ada status:bounced tag:kind=invoice"
        keys={EMAIL_KEYS}
        valuesOf={(key) => knownValues(key, emails)}
        value={emailsQueryText(search)}
        normalize={(text) => emailsQueryText(searchOf(text))}
        check={(text) => readEmailsQuery(text).problems}
        onSearch={(text) => change(searchOf(text))}
      />
    </FilterBar>
  );
}
