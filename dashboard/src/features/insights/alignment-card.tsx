import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ListDmarcSourcesResponse } from "../../api.gen.ts";
import { ChartCard } from "../../ui/charts/chart-card.tsx";
import { NumbersTable } from "../../ui/charts/numbers-table.tsx";
import { cx } from "../../ui/cx.ts";
import { TEXT_LINK_STYLES } from "../../ui/text-link.tsx";
import { formatCount, formatShare, MIN_ALIGNED_SHARE } from "./format.ts";

type Source = ListDmarcSourcesResponse["sources"][number];

/** Sources with less mail are only in the table. */
const SHOWN = 8;

type AlignmentCardProps = { data: ListDmarcSourcesResponse | undefined; missing: ReactNode };

/** The servers that send in the name of the account's domains, and how much of their mail is aligned. */
export function AlignmentCard({ data, missing }: AlignmentCardProps) {
  const sources = data?.sources ?? [];
  const { messages, passed } = data?.totals ?? { messages: 0, passed: 0 };
  return (
    <ChartCard
      title="DMARC alignment by source"
      description="Servers that send as your domains, and how much of their mail is aligned, according to reports. Reports arrive a day later and are not authenticated."
      missing={missing}
      empty={
        sources.length === 0
          ? "No DMARC reports in this range. Reporters send them once a domain has a DMARC record."
          : null
      }
      footer={
        sources.length === 0 ? null : (
          <>
            {formatShare(passed / Math.max(messages, 1))} of {formatCount(messages)}{" "}
            {messages === 1 ? "message is" : "messages are"} aligned.{" "}
            <Link to="/reports" className={TEXT_LINK_STYLES}>
              See all domains and reports
            </Link>
          </>
        )
      }
      chart={<Sources sources={sources.slice(0, SHOWN)} />}
      table={
        <NumbersTable
          caption="DMARC results by source"
          rows={sources}
          keyOf={({ domain, source }) => `${domain} ${source}`}
          columns={[
            { title: "Source", cell: ({ source }) => source },
            { title: "Domain", cell: ({ domain }) => domain },
            { title: "Messages", cell: ({ messages }) => formatCount(messages) },
            { title: "Aligned", cell: ({ passed }) => formatCount(passed) },
            { title: "DKIM", cell: ({ dkim_passed }) => formatCount(dkim_passed) },
            { title: "SPF", cell: ({ spf_passed }) => formatCount(spf_passed) },
            { title: "Rejected", cell: ({ rejected }) => formatCount(rejected) },
          ]}
        />
      }
    />
  );
}

function Sources({ sources }: { sources: Source[] }) {
  const most = Math.max(1, ...sources.map(({ messages }) => messages));
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {sources.map((source) => {
        const { domain, source: address, messages, passed } = source;
        const share = messages === 0 ? 1 : passed / messages;
        return (
          <li key={`${domain} ${address}`}>
            <p className="flex items-baseline justify-between gap-4 text-[13px]">
              <span className="min-w-0 truncate">
                <span className="font-mono">{address}</span>{" "}
                <span className="text-ink-faint">as {domain}</span>
              </span>
              <span className="whitespace-nowrap tabular-nums">
                {formatCount(messages)}{" "}
                <span
                  className={cx("ml-1 text-xs", share < MIN_ALIGNED_SHARE ? "text-bad" : "text-ink-faint")}
                >
                  {formatShare(share)} aligned
                </span>
              </span>
            </p>
            <div
              aria-hidden="true"
              className="mt-1.5 flex h-1.5 overflow-hidden rounded-full bg-subtle"
              style={{ width: `${Math.max((messages / most) * 100, 4)}%` }}
            >
              <div className="h-full bg-chart-2" style={{ width: `${share * 100}%` }} />
              <div className="h-full flex-1 bg-chart-4" />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
