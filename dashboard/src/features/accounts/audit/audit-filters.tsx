import { useQuery } from "@tanstack/react-query";
import type { AuditEvent } from "../../../api-types.ts";
import { choiceKey, type QueryKey } from "../../../query-text.ts";
import { knownTimes, TIME_KEYS } from "../../../query-times.ts";
import { QueryBar } from "../../../ui/query-bar.tsx";
import { keysQuery } from "../keys/keys.ts";
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
  /** On screen; their users are completed. */
  events: readonly AuditEvent[];
  change: (next: AuditSearch) => void;
  clear: () => void;
};

export function AuditFilters({ search, events, change, clear }: AuditFiltersProps) {
  const keys = useQuery(keysQuery).data?.keys ?? [];
  const valuesOf = (key: string): readonly string[] => {
    if (key === "action") return ACTIONS;
    if (key !== "by") return knownTimes();
    const users = events.flatMap(({ actor: { email } }) => email ?? []);
    return [...new Set([...users, ...keys.map(({ name }) => name), "operator", "system"])];
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
