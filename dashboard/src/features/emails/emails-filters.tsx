import { useNavigate, useSearch } from "@tanstack/react-router";
import { X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select } from "../../ui/select.tsx";
import { DateFilter } from "./date-filter.tsx";
import { type EmailsSearch, hasFilters, STATUSES } from "./emails-search.ts";
import { STATUS_LOOKS } from "./status-badge.tsx";

/** Every change starts at the first page again; typing does not fill the browser's history. */
export function useEmailsFilters() {
  const search = useSearch({ from: "/app/emails" });
  const navigate = useNavigate({ from: "/emails" });
  const change = (next: Partial<EmailsSearch>): void => {
    void navigate({
      to: "/emails",
      search: (current) => ({ ...current, ...next, cursor: undefined }),
      replace: true,
    });
  };
  const clear = (): void => void navigate({ to: "/emails", search: {} });
  return { search, change, clear };
}

export function EmailsFilters() {
  const { search, change, clear } = useEmailsFilters();
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <SearchInput
        label="Search subjects"
        value={search.search ?? ""}
        onSearch={(text) => change({ search: text || undefined })}
        className="w-full sm:w-auto sm:min-w-40 sm:flex-1"
      />
      <SearchInput
        label="Recipient address"
        value={search.to ?? ""}
        onSearch={(address) => change({ to: address || undefined })}
        className="w-full sm:w-auto sm:min-w-40 sm:flex-1"
      />
      <SearchInput
        label="Tag"
        placeholder="Tag: name or name:value"
        value={search.tag ?? ""}
        onSearch={(tag) => change({ tag: tag || undefined })}
        className="w-full sm:w-auto sm:min-w-40 sm:flex-1"
      />
      <Select
        aria-label="Status"
        className="flex-1 sm:flex-none"
        value={search.status ?? ""}
        onChange={(event) =>
          change({ status: STATUSES.find((candidate) => candidate === event.target.value) })
        }
      >
        <option value="">Any status</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {STATUS_LOOKS[status].label}
          </option>
        ))}
      </Select>
      <DateFilter after={search.after} before={search.before} onChange={change} />
      {hasFilters(search) ? (
        <Button variant="ghost" className="max-sm:w-full" onClick={clear}>
          <X aria-hidden="true" />
          Clear
        </Button>
      ) : null}
    </div>
  );
}
