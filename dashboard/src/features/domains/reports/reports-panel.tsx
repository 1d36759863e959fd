import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReportDay } from "../../../api-types.ts";
import { OlderItems } from "../../../older-items.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Card, CardHeader } from "../../../ui/card.tsx";
import { countText } from "../../../ui/count-text.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { describeReportDay } from "./describe-report-day.ts";
import { reportDaysQuery } from "./report-days.ts";

/** DMARC and TLS reports, by day and source. */
export function ReportsPanel({ name }: { name: string }) {
  const query = useInfiniteQuery(reportDaysQuery(name));
  const days = query.data?.pages.flatMap((page) => page.days);
  return (
    <Card className="min-w-0">
      <CardHeader
        title="DMARC and TLS reports"
        description="See who sends as this domain, whether it passes DMARC, and whether mail to you is encrypted. Reports arrive a day later. Reports are not authenticated."
      />
      {query.data || !query.error ? <Days days={days} /> : null}
      <OlderItems query={query} />
    </Card>
  );
}

function Days({ days }: { days: ReportDay[] | undefined }) {
  if (days?.length === 0)
    return (
      <p className="mt-3 border-t px-5 py-4 text-ink-soft">
        No reports yet. Publish the DMARC record to receive daily reports from large mailbox providers.
      </p>
    );
  return (
    <ul aria-label="Reports" aria-busy={days === undefined} className="mt-3 divide-y border-t">
      {days?.map((row) => <DayRow key={`${row.day} ${row.kind} ${row.source}`} row={row} />) ?? (
        <li className="px-5 py-4">
          <Skeleton className="w-48" />
        </li>
      )}
    </ul>
  );
}

function DayRow({ row }: { row: ReportDay }) {
  const { tone, text } = describeReportDay(row);
  return (
    <li data-row="" className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-5 py-3 -outline-offset-6">
      <time dateTime={row.day} className="text-[13px] whitespace-nowrap text-ink-faint tabular-nums">
        {row.day}
      </time>
      <span className="min-w-0 flex-1 font-mono text-[13px] break-all">
        {row.kind === "tls" ? `TLS, policy ${row.source}` : row.source}
      </span>
      <span className="text-[13px] text-ink-soft tabular-nums">
        {countText(row.messages, row.kind === "tls" ? "session" : "message")}
      </span>
      <Badge tone={tone}>{text}</Badge>
    </li>
  );
}
