import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Pool } from "../../../api-types.ts";
import { Button } from "../../../ui/button.tsx";
import { HouseRow } from "../../../ui/drawings/house-row.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Ellipsis, Pencil, Plus, Trash } from "../../../ui/icons.gen.ts";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { HiddenFromViewers, useIsViewer } from "../../accounts/viewers.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { poolsQuery, removePool } from "../routing.ts";
import { SectionFrame } from "../section-frame.tsx";
import { PoolDialog } from "./pool-dialog.tsx";

type Open = { action: "edit" | "remove"; pool: Pool } | "new" | null;

/** Source addresses for direct delivery. */
export function PoolsSection() {
  const { data, error, refetch } = useQuery(poolsQuery);
  const [open, setOpen] = useState<Open>(null);
  const isViewer = useIsViewer();
  const add = isViewer ? null : (
    <Button onClick={() => setOpen("new")}>
      <Plus aria-hidden="true" />
      Add pool
    </Button>
  );
  return (
    <>
      <SectionFrame
        title="Pools"
        description="Source IP addresses for direct delivery. Rules select a pool."
        actions={add}
        error={error}
        onRetry={() => void refetch()}
        count={data?.pools.length}
        empty={
          <EmptyState drawing={HouseRow} title="No pools" action={add}>
            Use pools to separate bulk from transactional mail, or to give an account its own address.
          </EmptyState>
        }
      >
        <ul className="divide-y">
          {data?.pools.map((pool) => (
            <PoolRow key={pool.id} pool={pool} onAct={(action) => setOpen({ action, pool })} />
          ))}
        </ul>
      </SectionFrame>
      <OpenDialog open={open} onClose={() => setOpen(null)} />
    </>
  );
}

function PoolRow({ pool, onAct }: { pool: Pool; onAct: (action: "edit" | "remove") => void }) {
  return (
    <li data-row="" className="flex items-start justify-between gap-4 px-4 py-4 -outline-offset-6 sm:px-5">
      <div className="grid min-w-0 gap-1">
        <h3 className="font-medium wrap-anywhere">
          <bdi>{pool.name}</bdi>
        </h3>
        <ul className="grid gap-0.5 text-[13px] text-ink-soft">
          {pool.sources.map(({ address, helo_name, started_on }) => (
            <li key={address} className="wrap-anywhere">
              <code className="font-mono">{address}</code> as {helo_name}
              {started_on ? `, warming up since ${started_on}` : ""}
            </li>
          ))}
        </ul>
      </div>
      <HiddenFromViewers>
        <Menu
          trigger={
            <Button variant="ghost" size="icon" aria-label={`Actions for ${pool.name}`}>
              <Ellipsis aria-hidden="true" />
            </Button>
          }
        >
          <MenuItem icon={Pencil} onSelect={() => onAct("edit")}>
            Edit
          </MenuItem>
          <MenuItem icon={Trash} tone="danger" onSelect={() => onAct("remove")}>
            Delete
          </MenuItem>
        </Menu>
      </HiddenFromViewers>
    </li>
  );
}

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open === null) return null;
  if (open === "new") return <PoolDialog pool={null} onClose={onClose} />;
  const { action, pool } = open;
  if (action === "edit") return <PoolDialog pool={pool} onClose={onClose} />;
  return (
    <RemoveDialog what="pool" name={pool.name} remove={() => removePool(pool.id)} onClose={onClose}>
      If a rule uses this pool, change the rule first.
    </RemoveDialog>
  );
}
