import type { EmailSummary } from "../../api-types.ts";
import { QueryBar } from "../../ui/query-bar.tsx";
import { EMAIL_KEYS, knownValues, searchOf } from "./emails-query.ts";
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
    <QueryBar<EmailsSearch>
      label="Search emails"
      placeholder="Search subjects, or to:ada status:bounced tag:kind=invoice"
      keys={EMAIL_KEYS}
      valuesOf={(key) => knownValues(key, emails)}
      search={search}
      searchOf={searchOf}
      isFiltered={hasFilters(search)}
      change={change}
      clear={clear}
    />
  );
}
