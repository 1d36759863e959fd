import type { ReactNode } from "react";
import type { ReportedDomain } from "../../api-types.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { SectionHeader } from "../../ui/section-header.tsx";
import { RangeSelect } from "../insights/range-select.tsx";
import { domainColumns } from "./domain-columns.tsx";
import { REPORT_RANGES, type ReportsSearch } from "./reports-search.ts";

type DomainsSectionProps = {
  search: ReportsSearch;
  days: { from: string; to: string };
  domains: ReportedDomain[] | undefined;
  /** Other domains have fewer messages. */
  hasMore: boolean;
  isFading: boolean;
  failure: ReactNode;
};

/** The sums of each domain's reports in a range of days. */
export function DomainsSection({ search, days, domains, hasMore, isFading, failure }: DomainsSectionProps) {
  return (
    <section aria-label="By domain">
      <SectionHeader
        title="By domain"
        description={
          <>
            {hasMore ? "The 100 domains with the most messages and sessions. " : null}
            Reports about these days (UTC). They arrive a day later.
          </>
        }
        actions={<RangeSelect search={search} ranges={REPORT_RANGES} days={days} />}
      />
      <DataTable
        label="Reports by domain"
        columns={domainColumns}
        rows={domains}
        rowId={({ domain }) => domain}
        fading={isFading}
        failure={failure}
        empty={null}
      />
    </section>
  );
}
