import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { queryFailure } from "../../query-error.tsx";
import { ExportButton } from "../../ui/export-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { rangesOf } from "../insights/range.ts";
import { DomainsSection } from "./domains-section.tsx";
import { NoReports } from "./no-reports.tsx";
import { ReceivedSection } from "./received-section.tsx";
import { exportPath, reportedDomainsQuery } from "./reports.ts";
import { reportsSearch } from "./reports-search.ts";

/** Reports about all domains: their sums by domain, and each of them. */
export function ReportsPage() {
  const search = reportsSearch(useLocation().search);
  const { days } = rangesOf(search, new Date());
  const sums = useQuery(reportedDomainsQuery(days));
  const domains = sums.data?.domains;
  const isEmpty = domains?.length === 0;
  return (
    <>
      <PageHeader
        title="Reports"
        description="DMARC and TLS reports about your domains. Reports are not authenticated."
        actions={isEmpty ? null : <ExportButton path={exportPath(search)} />}
      />
      {isEmpty ? (
        <NoReports />
      ) : (
        <div className="grid gap-8">
          <DomainsSection
            search={search}
            days={days}
            domains={domains}
            hasMore={sums.data?.has_more ?? false}
            isFading={sums.isPlaceholderData}
            failure={queryFailure(sums)}
          />
          {/* The first rows of the sums would move it. */}
          {domains || sums.isFetched ? <ReceivedSection search={search} domains={domains ?? []} /> : null}
        </div>
      )}
    </>
  );
}
