import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { queryFailure } from "../../query-error.tsx";
import { ExportButton } from "../../ui/export-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { UntilReady } from "../../ui/until-ready.tsx";
import { useOnceTrue } from "../../ui/use-once-true.ts";
import { rangesOf } from "../insights/range.ts";
import { DomainsSection } from "./domains-section.tsx";
import { NoReports } from "./no-reports.tsx";
import { ReceivedSection } from "./received-section.tsx";
import { exportPath, reportedDomainsQuery, reportsQuery } from "./reports.ts";

const route = getRouteApi("/app/reports");

/** Receivers' reports about all domains: their sums by domain, and each of them. */
export function ReportsPage() {
  const search = route.useSearch();
  const { days } = rangesOf(search, new Date());
  const sums = useQuery(reportedDomainsQuery(days));
  const reports = useQuery(reportsQuery(search));
  const isReady = useOnceTrue(!sums.isPending && !reports.isPending);
  const domains = sums.data?.domains;
  const isEmpty = domains?.length === 0;
  return (
    <>
      <PageHeader
        title="Reports"
        description="DMARC and TLS reports that receivers send about your domains. Reports are not authenticated."
        actions={isEmpty ? null : <ExportButton path={exportPath(search)} />}
      />
      <UntilReady isReady={isReady} skeleton={<PageSkeleton />}>
        {isEmpty ? (
          <NoReports />
        ) : (
          <div className="grid gap-8">
            <DomainsSection
              search={search}
              days={days}
              domains={domains}
              isFading={sums.isPlaceholderData}
              failure={queryFailure(sums)}
            />
            <ReceivedSection search={search} domains={domains ?? []} />
          </div>
        )}
      </UntilReady>
    </>
  );
}
