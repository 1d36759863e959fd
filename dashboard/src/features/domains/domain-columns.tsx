import type { DomainSummary } from "../../api-types.ts";
import { columnHelper } from "../../ui/data-table.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { Time } from "../../ui/time.tsx";
import { DomainStatusBadge } from "./domain-status-badge.tsx";

const column = columnHelper<DomainSummary>();

/** On a phone the status is below the name. */
export const domainColumns = column.columns([
  column.accessor("name", {
    header: "Domain",
    // max-w-0 truncates the cell that takes the remaining width.
    meta: { className: "w-full max-w-0" },
    cell: ({ row: { original: domain } }) => (
      <>
        <RowLink to="/domains/$domain" params={{ domain: domain.name }} className="block truncate">
          {domain.name}
        </RowLink>
        <span className="mt-1 block sm:hidden">
          <DomainStatusBadge status={domain.status} />
        </span>
      </>
    ),
  }),
  column.accessor("status", {
    header: "Status",
    meta: { className: "hidden sm:table-cell" },
    cell: ({ getValue }) => <DomainStatusBadge status={getValue()} />,
  }),
  column.accessor("records_ok", {
    header: "Records",
    meta: { className: "hidden sm:table-cell whitespace-nowrap text-ink-soft" },
    cell: ({ row }) => `${row.original.records_ok} of ${row.original.records_total}`,
  }),
  column.accessor("checked_at", {
    header: "Checked",
    meta: { className: "hidden md:table-cell whitespace-nowrap text-ink-soft" },
    cell: ({ getValue }) => <CheckedTime value={getValue()} />,
  }),
]);

function CheckedTime({ value }: { value: string | null }) {
  return value === null ? <span className="text-ink-faint">Not yet</span> : <Time value={value} />;
}
