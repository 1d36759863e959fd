import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { queryFailure } from "../../query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { Hills } from "../../ui/drawings/hills.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportButton } from "../../ui/export-button.tsx";
import { LiveSign } from "../../ui/live-sign.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TEXT_LINK_STYLES } from "../../ui/text-link.tsx";
import { UntilReady } from "../../ui/until-ready.tsx";
import { AlignmentCard } from "./alignment-card.tsx";
import { Figures } from "./figures.tsx";
import { FlowCard } from "./flow-card.tsx";
import { HeatCard } from "./heat-card.tsx";
import {
  dmarcSourcesQuery,
  type Filters,
  metricsExportPath,
  metricsQuery,
  providerDaysQuery,
} from "./insights.ts";
import { InsightsSkeleton } from "./insights-skeleton.tsx";
import { LatencyCard } from "./latency-card.tsx";
import { providerRows } from "./provider-rows.ts";
import { ProvidersCard } from "./providers-card.tsx";
import { dayOf, type Ranges, rangesOf } from "./range.ts";
import { RangeBar } from "./range-bar.tsx";
import { RateCard } from "./rate-card.tsx";
import { RATE_KINDS } from "./rate-limits.ts";
import { ReasonsCard } from "./reasons-card.tsx";

export function InsightsPage() {
  const search = useSearch({ from: "/app/insights" });
  const filters: Filters = { domain: search.domain, stream: search.stream };
  // Rounded to the minute, so that a render does not query another range.
  const now = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  const ranges = rangesOf(search, now);
  const asked = useAsked(ranges, filters);
  const isReady = useOnceTrue(asked.isReady);
  return (
    <>
      <PageHeader
        title="Insights"
        description="Where your mail goes, how fast it arrives, and how receivers treat it."
        actions={
          <>
            <LiveSign lost={asked.isFailing} />
            <ExportButton path={metricsExportPath({ range: ranges.shown, filters, dimensions: "period" })} />
          </>
        }
      />
      <RangeBar search={search} days={ranges.days} domains={asked.domains} beforeName={ranges.beforeName} />
      <UntilReady isReady={isReady} skeleton={<InsightsSkeleton />}>
        {isReady ? <Pictures asked={asked} ranges={ranges} filters={filters} /> : null}
      </UntilReady>
    </>
  );
}

/** Stays true. A card that is tried again must not hide the others. */
function useOnceTrue(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue);
  if (isTrue && !was) setWas(true);
  return was || isTrue;
}

type Question = Pick<UseQueryResult, "data" | "error" | "refetch">;

/** Shown instead of a picture without data: why it failed, or a placeholder while it is tried again. Null: there is data. */
function missingOf(...questions: Question[]): ReactNode {
  const missing = questions.filter(({ data }) => data === undefined);
  const failed = missing.find(({ error }) => error !== null);
  if (failed) return queryFailure(failed);
  return missing.length > 0 ? <Skeleton className="mx-5 my-6 h-40" /> : null;
}

/** All questions of the page. They share the roll-ups, so each takes milliseconds. */
function useAsked({ shown: range, before, days }: Ranges, filters: Filters) {
  const periods = useQuery(metricsQuery({ range, filters, dimensions: "period" }));
  const earlier = useQuery(metricsQuery({ range: before, filters }));
  const providers = useQuery(metricsQuery({ range, filters, dimensions: "provider" }));
  const providerDays = useQuery(providerDaysQuery(filters));
  const reasons = useQuery(metricsQuery({ range, filters, dimensions: "reason" }));
  const week = useQuery(
    metricsQuery({
      range,
      filters,
      dimensions: "weekday,hour",
      metrics: "delivered,opened,clicked,bounced,deferred",
    }),
  );
  const byDomain = useQuery(metricsQuery({ range, filters: {}, dimensions: "domain", metrics: "accepted" }));
  const sources = useQuery(dmarcSourcesQuery(days, filters.domain));
  const polled = [periods, earlier, providers, providerDays, reasons, week, byDomain];
  return {
    ...{ periods, earlier, providers, providerDays, reasons, week, sources },
    domains: byDomain.data?.rows.flatMap(({ domain }) => domain || []) ?? [],
    isReady: [...polled, sources].every(({ data, error }) => data !== undefined || error !== null),
    // Queries without data are not polled; their cards show the error.
    isFailing: polled.some(({ data, error }) => data !== undefined && error !== null),
  };
}

type PicturesProps = { asked: ReturnType<typeof useAsked>; ranges: Ranges; filters: Filters };

function Pictures({ asked, ranges, filters }: PicturesProps) {
  const { periods, earlier, providers, providerDays, reasons, week, sources } = asked;
  const { granularity } = ranges.shown;
  const listed = { ...ranges.listed, ...filters };
  const rows = periods.data?.rows ?? [];
  const totals = periods.data?.totals ?? {};
  const missing = missingOf(periods);
  const hasMail = missing !== null || Object.values(totals).some((value) => (value ?? 0) > 0);
  return (
    <>
      {missing === null ? (
        <Figures now={totals} before={earlier.data?.totals} beforeName={ranges.beforeName} />
      ) : null}
      {missing === null && earlier.data === undefined && earlier.error !== null ? (
        <div className="mb-6">
          <Alert tone="warn">
            The comparison could not be loaded.{" "}
            <button type="button" className={TEXT_LINK_STYLES} onClick={() => void earlier.refetch()}>
              Try again
            </button>
          </Alert>
        </div>
      ) : null}
      {hasMail ? (
        <div className="grid gap-6 xl:grid-cols-2">
          <FlowCard totals={totals} listed={listed} missing={missing} />
          <LatencyCard rows={rows} granularity={granularity} missing={missing} />
          <div className="min-w-0 xl:col-span-2">
            <ProvidersCard
              rows={providerRows(
                providers.data?.rows ?? [],
                providerDays.data?.rows ?? [],
                dayOf(new Date()),
              )}
              exportPath={metricsExportPath({ range: ranges.shown, filters, dimensions: "provider" })}
              missing={missingOf(providers, providerDays)}
            />
          </div>
          {RATE_KINDS.map((kind) => (
            <RateCard key={kind.metric} kind={kind} rows={rows} granularity={granularity} missing={missing} />
          ))}
          <HeatCard rows={week.data?.rows ?? []} missing={missingOf(week)} />
          <ReasonsCard rows={reasons.data?.rows ?? []} listed={listed} missing={missingOf(reasons)} />
          <div className="min-w-0 xl:col-span-2">
            <AlignmentCard data={sources.data} missing={missingOf(sources)} />
          </div>
        </div>
      ) : (
        <Card>
          <EmptyState drawing={Hills} title="No mail in this range">
            Send an email, or choose a longer range. Figures are updated within seconds.
          </EmptyState>
        </Card>
      )}
    </>
  );
}
