import type { ReceivedReport } from "../../api-types.ts";
import { Badge } from "../../ui/badge.tsx";
import { countText } from "../../ui/count-text.ts";
import { columnHelper } from "../../ui/data-table.tsx";
import { Time } from "../../ui/time.tsx";
import { describeResult } from "../domains/reports/describe-report-day.ts";
import { formatCount } from "../insights/format.ts";
import { ReportedDomainLink } from "./reported-domain-link.tsx";

const column = columnHelper<ReceivedReport>();

/** On a phone the other columns are below the domain. */
export const reportColumns = column.columns([
  column.accessor("domain", {
    header: "Domain",
    meta: { className: "w-full max-w-0" },
    cell: ({ row: { original: report } }) => (
      <>
        <ReportedDomainLink of={report} />
        <span className="mt-0.5 block text-[13px] text-ink-soft sm:hidden">
          {nameOfKind(report)} by <Reporter report={report} /> · <Time value={report.received_at} />
          <ReportId report={report} />
          <span className="block py-1">
            <Result report={report} />
          </span>
        </span>
      </>
    ),
  }),
  column.accessor("kind", {
    header: "Kind",
    meta: { className: "hidden sm:table-cell text-ink-soft" },
    cell: ({ row }) => nameOfKind(row.original),
  }),
  column.accessor("reporter", {
    header: "Reporter",
    meta: { className: "hidden sm:table-cell" },
    cell: ({ row: { original: report } }) => (
      <span title={report.reporter} className="block max-w-32 truncate 2xl:max-w-56 text-ink-soft">
        <Reporter report={report} />
      </span>
    ),
  }),
  column.accessor("report_id", {
    header: "Report ID",
    // Below this width, the domain would have no room.
    meta: { className: "hidden min-[90rem]:table-cell" },
    cell: ({ row }) => (
      <span className="block max-w-32 2xl:max-w-56">
        <ReportId report={row.original} />
      </span>
    ),
  }),
  column.accessor("day", {
    header: "Day",
    meta: { className: "hidden xl:table-cell whitespace-nowrap tabular-nums text-ink-soft" },
    cell: ({ getValue }) => getValue() ?? "–",
  }),
  column.accessor("messages", {
    header: "Messages",
    meta: { className: "hidden xl:table-cell text-right whitespace-nowrap tabular-nums text-ink-soft" },
    cell: ({ row: { original: report } }) => <Amount report={report} />,
  }),
  column.accessor("passed", {
    header: "Result",
    meta: { className: "hidden sm:table-cell whitespace-nowrap" },
    cell: ({ row }) => <Result report={row.original} />,
  }),
  column.accessor("received_at", {
    header: "Received",
    meta: { className: "hidden md:table-cell whitespace-nowrap text-ink-soft" },
    cell: ({ getValue }) => <Time value={getValue()} />,
  }),
]);

type ReportProps = { report: ReceivedReport };

function nameOfKind({ kind }: ReceivedReport): string {
  return kind === "tls" ? "TLS" : "DMARC";
}

/** A reporter may be nameless. */
function Reporter({ report: { reporter } }: ReportProps) {
  return <bdi>{reporter || "unnamed reporter"}</bdi>;
}

function ReportId({ report: { report_id: id } }: ReportProps) {
  return (
    <bdi title={id} className="block truncate text-xs text-ink-faint">
      {id}
    </bdi>
  );
}

function Amount({ report: { kind, messages } }: ReportProps) {
  if (messages === null) return "–";
  return kind === "tls" ? countText(messages, "session") : formatCount(messages);
}

function Result({ report: { kind, messages, passed } }: ReportProps) {
  if (messages === null || passed === null) return <span className="text-ink-faint">No figures</span>;
  const { tone, text } = describeResult({ kind, messages, passed });
  return <Badge tone={tone}>{text}</Badge>;
}
