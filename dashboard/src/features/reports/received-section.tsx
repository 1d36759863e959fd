import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReportedDomain } from "../../api-types.ts";
import { queryFailure } from "../../query-error.tsx";
import { SealedReport } from "../../ui/drawings/sealed-report.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { NoMatch } from "../../ui/no-match.tsx";
import { SectionHeader } from "../../ui/section-header.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { reportColumns } from "./report-columns.tsx";
import { reportsQuery, reportsTotalQuery } from "./reports.ts";
import { ReportsFilters } from "./reports-filters.tsx";
import { hasFilters } from "./reports-query.ts";
import type { ReportsSearch } from "./reports-search.ts";

type ReceivedSectionProps = { search: ReportsSearch; domains: readonly ReportedDomain[] };

/** The list of received reports. */
export function ReceivedSection({ search, domains }: ReceivedSectionProps) {
  const navigate = useNavigate();
  const { change } = useFilters<ReportsSearch>();
  const query = useQuery(reportsQuery(search));
  const total = useQuery(reportsTotalQuery(search)).data;
  const reports = query.data?.reports;
  const pagination = query.data?.pagination;
  /** Keeps the range. */
  const clear = () => {
    const { range, from, to } = search;
    void navigate({ to: ".", search: { range, from, to } });
  };
  return (
    <section aria-label="Received reports">
      <ListPage
        header={
          <SectionHeader
            title="Received reports"
            description="Each report of the last 90 days. Open one for the sources of its domain."
          />
        }
        filters={
          <ReportsFilters
            search={search}
            domains={domains.map(({ domain }) => domain)}
            reports={reports ?? []}
            change={change}
            clear={clear}
          />
        }
        isFiltered={hasFilters(search)}
        label="Received reports"
        columns={reportColumns}
        rows={reports}
        rowId={({ domain, kind, reporter, report_id }) => JSON.stringify([domain, kind, reporter, report_id])}
        fading={query.isPlaceholderData}
        failure={queryFailure(query)}
        empty={
          <EmptyState drawing={SealedReport} title="No reports in the last 90 days">
            Check the DMARC and TLS reporting records on the page of each domain.
          </EmptyState>
        }
        noMatch={
          <NoMatch title="No reports match" onClear={clear}>
            Try part of a domain, another reporter or an earlier time.
          </NoMatch>
        }
        pager={{
          cursor: search.cursor,
          pagination: pagination && { ...pagination, ...total },
          noun: "report",
        }}
      />
    </section>
  );
}
