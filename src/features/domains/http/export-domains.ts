import { csvPages } from "../../../platform/csv/index.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { listMatching, type PresentedDomain, readFilter } from "./find-domains.ts";
import type { DomainFilterQuery } from "./schema.ts";

/** Rows in memory at once. */
const PAGE_ROWS = 100;

const COLUMNS = [
  "name",
  "status",
  "verified_by",
  "verified_at",
  "lost_because",
  "signs",
  "records_ok",
  "records_total",
  "warnings",
  "created_at",
  "checked_at",
] as const;

/** Returns the matching domains of an account as CSV, by name. Errors: `validation_failed`. */
export function exportDomains(
  deps: Pick<DomainDeps, "database" | "hosts">,
  accountId: string,
  query: DomainFilterQuery,
): AsyncGenerator<string> {
  // Before the response begins, so that an error can still change the status.
  const filter = readFilter(accountId, query);
  return csvPages({
    columns: COLUMNS,
    pageRows: PAGE_ROWS,
    load: async (last) =>
      (await listMatching(deps, { ...filter, afterName: last?.name ?? "", limit: PAGE_ROWS })).domains,
    valuesOf,
  });
}

function valuesOf({ signs, warnings, ...domain }: PresentedDomain) {
  return { ...domain, signs: signs.join(", "), warnings: warnings.join(" ") };
}
