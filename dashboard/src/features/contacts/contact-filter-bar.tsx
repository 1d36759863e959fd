import { oneOf } from "../../search.ts";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select } from "../../ui/select.tsx";
import type { ContactsSearch } from "./contacts-search.ts";

type ContactFilterBarProps = {
  search: ContactsSearch;
  onFilter: (change: ContactsSearch) => void;
};

export function ContactFilterBar({ search, onFilter }: ContactFilterBarProps) {
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <SearchInput
        label="Search contacts"
        placeholder="Search by address or name"
        className="w-full sm:w-80"
        value={search.search ?? ""}
        onSearch={(text) => onFilter({ search: text || undefined })}
      />
      <Select
        aria-label="Status"
        className="w-full sm:w-44"
        value={search.subscribed ?? ""}
        onChange={(event) => onFilter({ subscribed: oneOf(event.target.value, ["true", "false"]) })}
      >
        <option value="">All contacts</option>
        <option value="true">Subscribed</option>
        <option value="false">Unsubscribed</option>
      </Select>
    </div>
  );
}
