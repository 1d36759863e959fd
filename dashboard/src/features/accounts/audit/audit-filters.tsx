import type { AuditEvent } from "../../../api-types.ts";
import { choiceKey, type QueryKey } from "../../../query-text.ts";
import { knownTimes, TIME_KEYS } from "../../../query-times.ts";
import { QueryBar } from "../../../ui/query-bar.tsx";
import { useKeyNames } from "../keys/use-key-names.ts";
import { type AuditSearch, auditSearch, hasFilters } from "./audit-search.ts";
import { AUDIT_ACTIONS } from "./describe-audit.ts";

const AREAS = [...new Set(AUDIT_ACTIONS.map((action) => action.replace(/\..*/, "")))];
const ACTIONS: readonly string[] = [...AREAS, ...AUDIT_ACTIONS];

const KEYS: readonly QueryKey[] = [
  {
    ...choiceKey("action", "Such as key.revoked, or key for all actions on keys", ACTIONS),
    form: "Use an action such as key.revoked, or its first part, such as key.",
  },
  { name: "by", hint: "A user's address, a key's name, operator or system" },
  ...TIME_KEYS,
];

type AuditFiltersProps = {
  search: AuditSearch;
  /** On screen; their actors are completed. */
  events: readonly AuditEvent[];
  change: (next: AuditSearch) => void;
  clear: () => void;
};

export function AuditFilters({ search, events, change, clear }: AuditFiltersProps) {
  const keyName = useKeyNames();
  const valuesOf = (key: string): readonly string[] => {
    if (key === "action") return ACTIONS;
    if (key !== "by") return knownTimes();
    const actors = events.flatMap(({ actor: { email, key_id } }) =>
      key_id === null ? (email ?? []) : keyName(key_id),
    );
    return [...new Set([...actors, "operator", "system"])];
  };
  return (
    <QueryBar<AuditSearch>
      label="Search the audit log"
      placeholder="Search names and values, or action:key.revoked by:ada after:7d"
      keys={KEYS}
      valuesOf={valuesOf}
      search={search}
      searchOf={auditSearch}
      isFiltered={hasFilters(search)}
      change={change}
      clear={clear}
    />
  );
}
