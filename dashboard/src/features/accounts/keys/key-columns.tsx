import type { ApiKey } from "../../../api-types.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { columnHelper } from "../../../ui/data-table.tsx";
import { Ellipsis, Pencil, RefreshCw, Trash } from "../../../ui/icons.gen.ts";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { MomentText, Time } from "../../../ui/time.tsx";
import { HiddenFromViewers } from "../viewers.tsx";
import { describeLimits } from "./describe-limits.ts";
import { PERMISSION_NAMES } from "./keys.ts";

const column = columnHelper<ApiKey>();

export type KeyAction = "edit" | "rotate" | "resume" | "revoke";

export function keyColumns(onAct: (action: KeyAction, key: ApiKey) => void) {
  return column.columns([
    column.accessor("name", {
      header: "Name",
      meta: { className: "w-full" },
      cell: ({ row }) => <KeyName apiKey={row.original} onResume={() => onAct("resume", row.original)} />,
    }),
    column.accessor("prefix", {
      header: "Key",
      meta: { className: "hidden sm:table-cell" },
      cell: ({ row }) => <KeyEnds apiKey={row.original} />,
    }),
    column.accessor("last_used", {
      header: "Last used",
      meta: { className: "hidden sm:table-cell whitespace-nowrap" },
      cell: ({ getValue }) => <LastUsed at={getValue()} />,
    }),
    column.accessor("created_at", {
      header: "Created",
      meta: { className: "hidden lg:table-cell whitespace-nowrap text-ink-soft" },
      cell: ({ getValue }) => <Time value={getValue()} />,
    }),
    column.accessor("status", {
      header: "Status",
      meta: { className: "hidden md:table-cell whitespace-nowrap" },
      cell: ({ row }) => <KeyStatus apiKey={row.original} />,
    }),
    column.display({
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      meta: { className: "text-right" },
      cell: ({ row }) => <KeyMenu apiKey={row.original} onAct={(action) => onAct(action, row.original)} />,
    }),
  ]);
}

function KeyMenu({ apiKey, onAct }: { apiKey: ApiKey; onAct: (action: KeyAction) => void }) {
  return (
    <HiddenFromViewers>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`Actions for ${apiKey.name}`}>
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem icon={Pencil} onSelect={() => onAct("edit")}>
          Edit
        </MenuItem>
        <MenuItem icon={RefreshCw} onSelect={() => onAct("rotate")}>
          Rotate
        </MenuItem>
        <MenuItem icon={Trash} tone="danger" onSelect={() => onAct("revoke")}>
          Revoke
        </MenuItem>
      </Menu>
    </HiddenFromViewers>
  );
}

function KeyName({ apiKey, onResume }: { apiKey: ApiKey; onResume: () => void }) {
  const limits = describeLimits(apiKey);
  return (
    <>
      <span className="block font-medium wrap-anywhere lg:inline">{apiKey.name}</span>{" "}
      <span className="mt-0.5 block text-[13px] wrap-anywhere text-ink-soft lg:ml-2.5 lg:inline">
        {PERMISSION_NAMES[apiKey.permission]}
        {limits.map((limit) => (
          <span key={limit}> · {limit}</span>
        ))}
      </span>
      <span className="mt-0.5 block text-[13px] text-ink-soft sm:hidden">
        <KeyEnds apiKey={apiKey} /> · <LastUsed at={apiKey.last_used} />
      </span>
      <span className="mt-1 block text-[13px] md:hidden">
        <KeyStatus apiKey={apiKey} />
      </span>
      {apiKey.paused_reason === null ? null : (
        <span className="mt-1 block text-[13px] wrap-anywhere">
          {apiKey.paused_reason}
          <HiddenFromViewers>
            <Button size="sm" className="mt-1 flex" onClick={onResume} aria-label={`Resume ${apiKey.name}`}>
              Resume
            </Button>
          </HiddenFromViewers>
        </span>
      )}
    </>
  );
}

/** The start and end of a key: enough to identify it, too little to use it. */
function KeyEnds({ apiKey: { prefix, last_four } }: { apiKey: ApiKey }) {
  return (
    <code className="font-mono text-[13px] whitespace-nowrap text-ink-soft">
      {prefix}_…{last_four}
    </code>
  );
}

const STATUSES: Record<ApiKey["status"], { name: string; tone: BadgeTone }> = {
  active: { name: "Active", tone: "good" },
  paused: { name: "Paused", tone: "warn" },
  expired: { name: "Expired", tone: "bad" },
};

function KeyStatus({ apiKey: { status, expires_at, old_secret_expires_at } }: { apiKey: ApiKey }) {
  return (
    <span className="inline-grid justify-items-start gap-1 text-xs text-ink-soft">
      <Badge tone={STATUSES[status].tone}>{STATUSES[status].name}</Badge>
      {expires_at === null ? null : (
        <span>
          {status === "expired" ? "on" : "until"} <MomentText value={expires_at} />
        </span>
      )}
      {old_secret_expires_at === null ? null : (
        <span>
          previous secret until <MomentText value={old_secret_expires_at} />
        </span>
      )}
    </span>
  );
}

function LastUsed({ at }: { at: string | null }) {
  return at === null ? <span className="text-ink-faint">Never used</span> : <Time value={at} />;
}
