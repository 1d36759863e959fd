import type { ReactNode } from "react";
import { formatQuery, parseQuery, type QueryKey, type QueryValues } from "../query-text.ts";
import { FilterBar } from "./filter-bar.tsx";
import { QueryBox } from "./query-box.tsx";

type QueryBarProps<Search> = {
  label: string;
  placeholder: string;
  keys: readonly QueryKey[];
  /** Known values of a key, for completion. */
  valuesOf: (key: string) => readonly string[];
  /** The filters in the address bar. */
  search: Search;
  /** Every filter of the list. Filters that the values do not contain are undefined, which removes them. */
  searchOf: (values: QueryValues) => Omit<Search, "cursor">;
  isFiltered: boolean;
  change: (next: Omit<Search, "cursor">) => void;
  clear: () => void;
  /** Acts on every row that matches. */
  action?: ReactNode;
};

/** The one search box above a list: `to:ada status:bounced words`. */
export function QueryBar<Search extends QueryValues>(props: QueryBarProps<Search>) {
  const { label, placeholder, keys, valuesOf, search, searchOf, isFiltered, change, clear, action } = props;
  const read = (text: string) => searchOf(parseQuery(text, keys).values);
  return (
    <FilterBar isFiltered={isFiltered} onClear={clear} action={action}>
      <QueryBox
        label={label}
        placeholder={placeholder}
        keys={keys}
        valuesOf={valuesOf}
        value={formatQuery(search, keys)}
        normalize={(text) => formatQuery(read(text), keys)}
        check={(text) => parseQuery(text, keys).problems}
        onSearch={(text) => change(read(text))}
      />
    </FilterBar>
  );
}
