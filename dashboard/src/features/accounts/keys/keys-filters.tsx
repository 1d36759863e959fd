import { choiceKey, type QueryKey } from "../../../query-text.ts";
import { QueryBar } from "../../../ui/query-bar.tsx";
import { KEY_STATUSES, type KeysSearch, keysSearch, PERMISSIONS } from "./keys-search.ts";

const KEYS: readonly QueryKey[] = [
  choiceKey("permission", "full, send or read", PERMISSIONS),
  choiceKey("status", "active, paused or expired", KEY_STATUSES),
];
const VALUES = new Map([
  ["permission", PERMISSIONS],
  ["status", KEY_STATUSES],
]);

type KeysFiltersProps = {
  search: KeysSearch;
  isFiltered: boolean;
  change: (next: KeysSearch) => void;
  clear: () => void;
};

export function KeysFilters(props: KeysFiltersProps) {
  return (
    <QueryBar<KeysSearch>
      label="Search API keys"
      placeholder="Search names, or permission:send status:paused"
      keys={KEYS}
      valuesOf={(key) => VALUES.get(key) ?? []}
      searchOf={keysSearch}
      {...props}
    />
  );
}
