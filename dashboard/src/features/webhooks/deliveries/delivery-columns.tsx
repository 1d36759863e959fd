import type { WebhookDelivery } from "../../../api-types.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { columnHelper } from "../../../ui/data-table.tsx";
import { ROW_TARGET_STYLES } from "../../../ui/row-link.tsx";
import { Time } from "../../../ui/time.tsx";

const column = columnHelper<WebhookDelivery>();

/** On a phone the state and the time are below the type. */
export function deliveryColumns({ onOpen }: { onOpen: (delivery: WebhookDelivery) => void }) {
  return column.columns([
    column.accessor("type", {
      header: "Event",
      meta: { className: "relative w-full max-w-0" },
      cell: ({ row: { original: delivery } }) => (
        <span className="block min-w-0 lg:flex lg:items-baseline lg:gap-4">
          <button
            type="button"
            data-row-link=""
            onClick={() => onOpen(delivery)}
            className={`${ROW_TARGET_STYLES} block truncate text-left font-mono text-[13px]`}
          >
            {delivery.type}
          </button>
          <span className="block truncate font-mono text-xs text-ink-faint">{delivery.subject_id}</span>
          <span className="mt-1 flex items-center gap-2 text-[13px] text-ink-faint sm:hidden">
            <DeliveryBadge delivery={delivery} /> <Time value={delivery.updated_at} />
          </span>
        </span>
      ),
    }),
    column.accessor("state", {
      header: "State",
      meta: { className: "hidden whitespace-nowrap sm:table-cell" },
      cell: ({ row }) => <DeliveryBadge delivery={row.original} />,
    }),
    column.accessor("attempts", {
      header: "Attempts",
      meta: { className: "hidden text-right tabular-nums text-ink-soft md:table-cell" },
    }),
    column.accessor("updated_at", {
      header: "Updated",
      meta: { className: "hidden whitespace-nowrap text-ink-soft sm:table-cell" },
      cell: ({ getValue }) => <Time value={getValue()} />,
    }),
  ]);
}

const LOOKS: Record<WebhookDelivery["state"], { label: string; tone: BadgeTone }> = {
  succeeded: { label: "Succeeded", tone: "good" },
  pending: { label: "Retrying", tone: "warn" },
  failed: { label: "Failed", tone: "bad" },
};

export function DeliveryBadge({
  delivery,
}: {
  delivery: Pick<WebhookDelivery, "state" | "attempts" | "is_test">;
}) {
  const { state, attempts, is_test } = delivery;
  const isWaiting = state === "pending" && attempts === 0;
  return (
    <span className="inline-flex gap-1.5">
      <Badge tone={isWaiting ? "info" : LOOKS[state].tone}>
        {isWaiting ? "Waiting" : LOOKS[state].label}
      </Badge>
      {is_test ? <Badge>Test</Badge> : null}
    </span>
  );
}
