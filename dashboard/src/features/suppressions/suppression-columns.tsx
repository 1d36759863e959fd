import type { Suppression } from "../../api-types.ts";
import { Button } from "../../ui/button.tsx";
import { columnHelper } from "../../ui/data-table.tsx";
import { Trash } from "../../ui/icons.gen.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { Time } from "../../ui/time.tsx";
import { useKeyNames } from "../accounts/keys/use-key-names.ts";
import { HiddenFromViewers } from "../accounts/viewers.tsx";
import { ReasonBadge } from "./reason-badge.tsx";
import { SOURCE_NAMES } from "./suppression.ts";

const column = columnHelper<Suppression>();

export function suppressionColumns({ onRemove }: { onRemove: (suppression: Suppression) => void }) {
  return column.columns([
    column.accessor("address", {
      header: "Address",
      // max-w-0 truncates the cell that takes the remaining width.
      meta: { className: "w-full max-w-0" },
      cell: ({ row }) => <Address suppression={row.original} />,
    }),
    column.accessor("reason", {
      header: "Reason",
      meta: { className: "hidden sm:table-cell" },
      cell: ({ row }) => <ReasonBadge suppression={row.original} />,
    }),
    column.accessor("stream", {
      header: "Blocks",
      meta: { className: "hidden whitespace-nowrap text-ink-soft md:table-cell" },
      cell: ({ row }) => <Extent suppression={row.original} />,
    }),
    column.accessor("created_at", {
      header: "Since",
      meta: { className: "hidden whitespace-nowrap text-ink-soft lg:table-cell" },
      cell: ({ getValue }) => <Time value={getValue()} />,
    }),
    column.display({
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      meta: { className: "pl-0 pr-3 text-right" },
      cell: ({ row }) => (
        <HiddenFromViewers>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${row.original.address}`}
            onClick={() => onRemove(row.original)}
          >
            <Trash aria-hidden="true" />
          </Button>
        </HiddenFromViewers>
      ),
    }),
  ]);
}

function Address({ suppression }: { suppression: Suppression }) {
  const { address, detail, reply } = suppression;
  return (
    <span className="block min-w-0 lg:flex lg:items-baseline lg:gap-4">
      <bdi className="block truncate font-medium lg:max-w-[60%] lg:shrink-0" title={address}>
        {address}
      </bdi>
      <span className="mt-0.5 flex min-w-0 items-center gap-2 text-[13px] text-ink-soft empty:hidden lg:mt-0">
        <span className="shrink-0 sm:hidden">
          <ReasonBadge suppression={suppression} />
        </span>
        <Source suppression={suppression} />
        {detail === null ? null : (
          <bdi className="truncate" title={reply?.host ? `${reply.host}: ${detail}` : detail}>
            {detail}
          </bdi>
        )}
      </span>
    </span>
  );
}

/** The email that caused it, or who added it. */
function Source({ suppression: { address, source } }: { suppression: Suppression }) {
  const keyName = useKeyNames();
  if (source.id !== null && (source.type === "email" || source.type === "link"))
    return (
      <TextLink
        to="/emails/$emailId"
        params={{ emailId: source.id }}
        aria-label={`Email that suppressed ${address}`}
        className="shrink-0"
      >
        Email
      </TextLink>
    );
  if (source.type === "email") return null;
  const name = source.type === "key" ? keyName(source.key_id) : SOURCE_NAMES[source.type];
  return <bdi className="max-w-48 shrink-0 truncate">{name}</bdi>;
}

function Extent({ suppression: { stream, expires_at } }: { suppression: Suppression }) {
  return (
    <>
      {stream === "bulk" ? "Bulk mail" : "All mail"}
      {expires_at === null ? null : (
        <span className="text-ink-faint">
          {" "}
          until <Time value={expires_at} />
        </span>
      )}
    </>
  );
}
