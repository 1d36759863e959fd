import type { ReactNode } from "react";
import type { Contact } from "../../api-types.ts";
import { QueryBar } from "../../ui/query-bar.tsx";
import { CONTACT_KEYS, knownValues, searchOf } from "./contacts-query.ts";
import { type ContactsSearch, hasFilters } from "./contacts-search.ts";

type ContactsFiltersProps = {
  search: ContactsSearch;
  /** On screen; their properties are completed. */
  contacts: readonly Contact[];
  change: (next: ContactsSearch) => void;
  clear: () => void;
  action: ReactNode;
};

export function ContactsFilters({ search, contacts, change, clear, action }: ContactsFiltersProps) {
  return (
    <QueryBar<ContactsSearch>
      label="Search contacts"
      placeholder="Search addresses and names, or status:unsubscribed property:plan=pro"
      keys={CONTACT_KEYS}
      valuesOf={(key) => knownValues(key, contacts)}
      search={search}
      searchOf={searchOf}
      isFiltered={hasFilters(search)}
      change={change}
      clear={clear}
      action={action}
    />
  );
}
