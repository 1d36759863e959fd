import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { browserStorage } from "../../browser-storage.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Bookmark, X } from "../../ui/icons.gen.ts";
import { showToast } from "../../ui/toast.ts";
import { settingsQuery } from "../accounts/settings.ts";
import { type EmailsSearch, hasFilters } from "./emails-search.ts";
import { SaveFilterDialog } from "./save-filter-dialog.tsx";
import {
  isSameSearch,
  loadFilters,
  MAX_SAVED_FILTERS,
  type SavedFilter,
  storeFilters,
  withFilter,
} from "./saved-filters.ts";

/** The user's saved filters, kept in this browser. */
export function SavedFilters({ search }: { search: EmailsSearch }) {
  const accountId = useQuery(settingsQuery).data?.account.id;
  return accountId === undefined ? null : (
    <SavedFiltersOf key={accountId} accountId={accountId} search={search} />
  );
}

function SavedFiltersOf({ accountId, search }: { accountId: string; search: EmailsSearch }) {
  const stored = useMemo(() => loadFilters(browserStorage("local"), accountId), [accountId]);
  const [filters, setFilters] = useState(stored);
  const [naming, setNaming] = useState(false);
  const change = (next: SavedFilter[]): void => {
    setFilters(next);
    if (!storeFilters(browserStorage("local"), accountId, next))
      showToast({
        tone: "bad",
        title: "Browser storage is blocked",
        description: "The filter is lost when you leave.",
      });
  };
  const canSave = hasFilters(search) && !filters.some((filter) => isSameSearch(filter.search, search));
  if (filters.length === 0 && !canSave) return null;
  return (
    <div className="-mt-1 mb-4 flex flex-wrap items-center gap-2 text-[13px] text-ink-faint">
      {filters.length > 0 ? (
        <>
          <span>Saved in this browser:</span>
          <ul aria-label="Saved filters" className="contents">
            {filters.map((filter) => (
              <FilterChip
                key={filter.name}
                filter={filter}
                isOn={isSameSearch(filter.search, search)}
                onDelete={() => change(filters.filter(({ name }) => name !== filter.name))}
              />
            ))}
          </ul>
        </>
      ) : null}
      {canSave && filters.length < MAX_SAVED_FILTERS ? (
        <Button size="sm" variant="ghost" onClick={() => setNaming(true)}>
          <Bookmark aria-hidden="true" />
          Save this filter
        </Button>
      ) : null}
      {naming ? (
        <SaveFilterDialog
          taken={filters.map(({ name }) => name)}
          onSave={(name) => {
            change(withFilter(filters, { name, search }));
            setNaming(false);
          }}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </div>
  );
}

type FilterChipProps = {
  filter: SavedFilter;
  isOn: boolean;
  onDelete: () => void;
};

function FilterChip({ filter: { name, search }, isOn, onDelete }: FilterChipProps) {
  return (
    <li
      className={cx(
        "inline-flex h-7 max-w-full items-center rounded-full border text-ink-soft",
        isOn && "border-accent-ink bg-accent-soft text-accent-ink",
      )}
    >
      <Link
        to="/emails"
        search={search}
        activeProps={{}}
        aria-current={isOn ? "true" : undefined}
        className="inline-flex h-7 min-w-0 items-center rounded-l-full pr-1 pl-3 font-medium hover:text-ink"
      >
        <bdi className="truncate">{name}</bdi>
      </Link>
      <button
        type="button"
        aria-label={`Delete the filter ${name}`}
        onClick={onDelete}
        className="grid size-7 shrink-0 place-items-center rounded-full text-ink-faint hover:text-ink"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </li>
  );
}
