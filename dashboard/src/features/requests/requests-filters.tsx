import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select } from "../../ui/select.tsx";
import { keysQuery } from "../accounts/keys/keys.ts";
import { hasFilters, METHODS, type RequestsSearch, STATUS_CLASSES } from "./requests-search.ts";

const STATUS_NAMES = {
  "2xx": "Succeeded (2xx)",
  "3xx": "Redirected (3xx)",
  "4xx": "Refused (4xx)",
  "5xx": "Failed (5xx)",
};

/** Every change starts at the first page again; typing does not fill the browser's history. */
export function useRequestsFilters() {
  const search = useSearch({ from: "/app/requests" });
  const navigate = useNavigate({ from: "/requests" });
  const change = (next: Partial<RequestsSearch>): void => {
    void navigate({
      to: "/requests",
      search: (current) => ({ ...current, ...next, cursor: undefined }),
      replace: true,
    });
  };
  const clear = (): void => void navigate({ to: "/requests", search: {} });
  return { search, change, clear };
}

export function RequestsFilters() {
  const { search, change, clear } = useRequestsFilters();
  const keys = useQuery(keysQuery).data?.keys ?? [];
  const isOfUnknownKey = search.key !== undefined && !keys.some(({ id }) => String(id) === search.key);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <SearchInput
        label="Path, request id or error code"
        value={search.search ?? ""}
        onSearch={(text) => change({ search: text || undefined })}
        className="w-full sm:w-auto sm:min-w-48 sm:flex-1"
      />
      <Select
        aria-label="Status"
        className="flex-1 sm:flex-none"
        value={search.status ?? ""}
        onChange={(event) => change({ status: STATUS_CLASSES.find((one) => one === event.target.value) })}
      >
        <option value="">Any status</option>
        {STATUS_CLASSES.map((status) => (
          <option key={status} value={status}>
            {STATUS_NAMES[status]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Method"
        className="flex-1 sm:flex-none"
        value={search.method ?? ""}
        onChange={(event) => change({ method: METHODS.find((one) => one === event.target.value) })}
      >
        <option value="">Any method</option>
        {METHODS.map((method) => (
          <option key={method} value={method}>
            {method}
          </option>
        ))}
      </Select>
      <Select
        aria-label="API key"
        className="w-full sm:w-44"
        value={search.key ?? ""}
        onChange={(event) => change({ key: event.target.value || undefined })}
      >
        <option value="">Any key</option>
        {isOfUnknownKey ? <option value={search.key}>Key {search.key}</option> : null}
        {keys.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </Select>
      {hasFilters(search) ? (
        <Button variant="ghost" className="max-sm:w-full" onClick={clear}>
          <X aria-hidden="true" />
          Clear
        </Button>
      ) : null}
    </div>
  );
}
