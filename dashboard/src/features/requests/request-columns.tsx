import type { ApiRequest } from "../../api-types.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { columnHelper } from "../../ui/data-table.tsx";
import { ROW_TARGET_STYLES } from "../../ui/row-link.tsx";
import { Time } from "../../ui/time.tsx";

const column = columnHelper<ApiRequest>();

type ColumnOptions = {
  /** The name of a key, also of a revoked one. */
  nameOfKey: (id: number | null) => string;
  onOpen: (request: ApiRequest) => void;
};

/** On a phone the key and the time are below the path. */
export function requestColumns({ nameOfKey, onOpen }: ColumnOptions) {
  return column.columns([
    column.accessor("status", {
      header: "Status",
      meta: { className: "w-0" },
      cell: ({ getValue }) => <StatusCode status={getValue()} />,
    }),
    column.accessor("path", {
      header: "Request",
      meta: { className: "w-full max-w-0" },
      cell: ({ row: { original: request } }) => (
        <span className="block min-w-0 lg:flex lg:items-baseline lg:gap-4">
          <button
            type="button"
            data-row-link=""
            onClick={() => onOpen(request)}
            className={`${ROW_TARGET_STYLES} block w-full text-left font-mono text-[13px] break-all sm:truncate lg:w-auto lg:max-w-[60%] lg:shrink-0`}
          >
            <span className="text-ink-faint">{request.method}</span> <bdi>{request.path}</bdi>
          </button>
          {request.error === null ? null : (
            <span className="block truncate text-[13px] text-ink-soft">
              <span className="font-mono text-xs text-bad">{request.error.code}</span>{" "}
              <bdi>{request.error.message}</bdi>
            </span>
          )}
          <span className="block truncate text-[13px] text-ink-faint sm:hidden">
            <Time value={request.created_at} /> · {request.ms.toLocaleString("en")} ms ·{" "}
            <bdi>{nameOfKey(request.key_id)}</bdi>
          </span>
        </span>
      ),
    }),
    column.accessor("ms", {
      header: "Duration",
      meta: {
        className: "hidden text-right whitespace-nowrap tabular-nums text-ink-soft sm:table-cell",
      },
      cell: ({ getValue }) => `${getValue().toLocaleString("en")} ms`,
    }),
    column.accessor("key_id", {
      header: "Key",
      meta: { className: "hidden sm:table-cell" },
      cell: ({ getValue }) => (
        <bdi className="block max-w-40 truncate text-ink-soft">{nameOfKey(getValue())}</bdi>
      ),
    }),
    column.accessor("created_at", {
      header: "Time",
      meta: { className: "hidden whitespace-nowrap text-ink-soft sm:table-cell" },
      cell: ({ getValue }) => <Time value={getValue()} />,
    }),
  ]);
}

export function StatusCode({ status }: { status: number }) {
  return (
    <Badge tone={toneOf(status)} className="font-mono">
      {status}
    </Badge>
  );
}

function toneOf(status: number): BadgeTone {
  if (status >= 500) return "bad";
  if (status >= 400) return "warn";
  return status >= 300 ? "neutral" : "good";
}
