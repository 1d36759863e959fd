import type { Query } from "../../../api.ts";
import { timeFilters, timeOf } from "../../../query-times.ts";
import { textOf } from "../../../search.ts";

/** The list's filters and page, in the address bar. Times are those of query-times.ts. */
export type AuditSearch = {
  /** Part of the action, of a key's name or of a changed value. */
  search?: string | undefined;
  /** One or several actions (`key.revoked`) or their first parts (`key`), separated by commas. */
  action?: string | undefined;
  /** Part of an address or of a key's name, or a type of actor. */
  by?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
  cursor?: string | undefined;
};

export function auditSearch(search: Record<string, unknown>): AuditSearch {
  return {
    search: textOf(search.search),
    action: textOf(search.action),
    by: textOf(search.by),
    after: timeOf(search.after),
    before: timeOf(search.before),
    cursor: textOf(search.cursor),
  };
}

export function hasFilters({ cursor: _, ...filters }: AuditSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** The filters as API parameters. */
export function apiFilters({ search, action, by, ...range }: AuditSearch): Query {
  return { search, action, by, ...timeFilters(range) };
}
