import type { ReportedDomain } from "../../api-types.ts";
import { countText } from "../../ui/count-text.ts";
import { cx } from "../../ui/cx.ts";
import { columnHelper } from "../../ui/data-table.tsx";
import { Time } from "../../ui/time.tsx";
import { formatCount, formatShare, MIN_ALIGNED_SHARE } from "../insights/format.ts";
import { ReportedDomainLink } from "./reported-domain-link.tsx";

const column = columnHelper<ReportedDomain>();

const NUMBER_STYLES = "text-right whitespace-nowrap tabular-nums";

/** On a phone the other columns are below the domain. */
export const domainColumns = column.columns([
  column.accessor("domain", {
    header: "Domain",
    meta: { className: "w-full max-w-0" },
    cell: ({ row: { original: sums } }) => (
      <>
        <ReportedDomainLink of={sums} />
        <span className="mt-0.5 block text-[13px] text-ink-soft sm:hidden">
          {countText(sums.messages, "message")}, <Aligned sums={sums} /> aligned
          <br />
          {countText(sums.sources, "source")} · <Failed sums={sums} noun="failed TLS session" />
        </span>
      </>
    ),
  }),
  column.accessor("messages", {
    header: "Messages",
    meta: { className: `hidden sm:table-cell ${NUMBER_STYLES}` },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.accessor("passed", {
    header: "Aligned",
    meta: { className: `hidden sm:table-cell ${NUMBER_STYLES}` },
    cell: ({ row }) => <Aligned sums={row.original} />,
  }),
  column.accessor("sources", {
    header: "Sources",
    meta: { className: `hidden sm:table-cell ${NUMBER_STYLES}` },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.accessor("sessions", {
    header: "TLS sessions",
    meta: { className: `hidden xl:table-cell ${NUMBER_STYLES}` },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.accessor("failed_sessions", {
    header: "Failed sessions",
    meta: { className: `hidden sm:table-cell ${NUMBER_STYLES}` },
    cell: ({ row }) => <Failed sums={row.original} />,
  }),
  column.accessor("last_report_at", {
    header: "Last report",
    meta: { className: "hidden xl:table-cell whitespace-nowrap text-ink-soft" },
    cell: ({ getValue }) => <LastReport value={getValue()} />,
  }),
]);

type SumsProps = { sums: ReportedDomain };

function Aligned({ sums: { messages, passed } }: SumsProps) {
  const share = messages === 0 ? null : passed / messages;
  return (
    <span className={cx(share !== null && share < MIN_ALIGNED_SHARE && "text-bad")}>
      {formatShare(share)}
    </span>
  );
}

function Failed({ sums: { failed_sessions: failed }, noun }: SumsProps & { noun?: string }) {
  return (
    <span className={cx(failed > 0 && "text-bad")}>
      {noun === undefined ? formatCount(failed) : countText(failed, noun)}
    </span>
  );
}

/** Reports are kept for 90 days, and their sums for longer. */
function LastReport({ value }: { value: string | null }) {
  return value === null ? <span className="text-ink-faint">Over 90 days ago</span> : <Time value={value} />;
}
