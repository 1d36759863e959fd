import type { Webhook } from "../../api-types.ts";
import { Badge } from "../../ui/badge.tsx";
import { columnHelper } from "../../ui/data-table.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { durationText, lagText, lossText, stateOf, successText } from "./describe-health.ts";
import { describeTypes } from "./webhook-types.ts";

const column = columnHelper<Webhook>();
const NUMBER = "hidden text-right whitespace-nowrap tabular-nums text-ink-soft";

/** On a phone the state is below the URL. */
export const webhookColumns = column.columns([
  column.accessor("url", {
    header: "URL",
    meta: { className: "relative w-full max-w-0" },
    cell: ({ row: { original: webhook } }) => (
      <span className="block min-w-0 lg:flex lg:items-baseline lg:gap-4">
        <RowLink
          to="/webhooks/$webhookId"
          params={{ webhookId: webhook.id }}
          className="block truncate lg:max-w-[70%] lg:shrink-0"
        >
          <bdi>{webhook.url}</bdi>
        </RowLink>
        <span className="block min-w-0 truncate text-[13px] text-ink-soft">
          {webhook.description ?? describeTypes(webhook.types)}
        </span>
        <span className="mt-1 block sm:hidden">
          <StateBadge webhook={webhook} />
        </span>
      </span>
    ),
  }),
  column.display({
    id: "state",
    header: "State",
    meta: { className: "hidden whitespace-nowrap sm:table-cell" },
    cell: ({ row }) => <StateBadge webhook={row.original} />,
  }),
  column.accessor(({ health }) => health.success_24h, {
    id: "success",
    header: "Success, 24 h",
    meta: { className: `${NUMBER} md:table-cell` },
    cell: ({ row }) => successText(row.original.health),
  }),
  column.accessor(({ health }) => health.p95_ms, {
    id: "p95",
    header: "p95",
    meta: { className: `${NUMBER} lg:table-cell` },
    cell: ({ row }) => durationText(row.original.health.p95_ms),
  }),
  column.accessor(({ health }) => health.lag_seconds, {
    id: "lag",
    header: "Lag",
    meta: { className: `${NUMBER} md:table-cell` },
    cell: ({ row }) => lagText(row.original.health.lag_seconds),
  }),
]);

export function StateBadge({ webhook }: { webhook: Webhook }) {
  const { label, tone } = stateOf(webhook);
  const loss = lossText(webhook.health);
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone} dot="still">
        {label}
      </Badge>
      {loss === null ? null : <Badge tone="warn">{loss}</Badge>}
    </span>
  );
}
