import { useQuery } from "@tanstack/react-query";
import type { Removal } from "../../api-types.ts";
import { QueryError } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { countText } from "../../ui/count-text.ts";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Undo2 } from "../../ui/icons.gen.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { MomentText } from "../../ui/time.tsx";
import { HiddenFromViewers } from "../accounts/viewers.tsx";
import { describeFilter } from "./describe-filter.ts";
import { removalsQuery } from "./removals.ts";
import type { useRemovals } from "./use-removals.ts";

type RemovalsDialogProps = {
  removals: ReturnType<typeof useRemovals>;
  onClose: () => void;
};

/** Bulk removals of the last 30 days, each with an undo. */
export function RemovalsDialog({ removals: { undoing, progress }, onClose }: RemovalsDialogProps) {
  const { data, error, refetch } = useQuery(removalsQuery);
  return (
    <Dialog
      title="Removals"
      description="Bulk removals of the last 30 days. Undo suppresses the addresses again."
      shape="side"
      onClose={onClose}
    >
      <DialogBody>
        {error ? <QueryError error={error} onRetry={() => void refetch()} /> : null}
        {data || error ? null : <Skeleton className="h-12 w-full" />}
        {data?.removals.length === 0 ? (
          <p className="text-ink-soft">
            No removals yet. To remove many suppressions at once, filter the list and press “Remove matching”.
          </p>
        ) : null}
        <ul className="divide-y">
          {data?.removals.map((removal) => (
            <RemovalRow
              key={removal.id}
              removal={removal}
              busy={undoing.isPending && undoing.variables.id === removal.id}
              progress={progress}
              onUndo={() => undoing.mutate(removal)}
            />
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

type RemovalRowProps = {
  removal: Removal;
  busy: boolean;
  progress: number;
  onUndo: () => void;
};

function RemovalRow({ removal, busy, progress, onUndo }: RemovalRowProps) {
  const { state, removed, restored, created_at, expires_at } = removal;
  const isUndone = state === "restored";
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="font-medium">
          {countText(isUndone ? restored : removed, "suppression")} {isUndone ? "restored" : "removed"}
        </p>
        <p className="text-[13px] wrap-anywhere text-ink-soft">{describeFilter(removal.filter)}</p>
        <p className="text-[13px] text-ink-soft">
          <MomentText value={created_at} />
          {state === "removed" && expires_at ? (
            <>
              {" · Undo until "}
              <MomentText value={expires_at} />
            </>
          ) : null}
          {state === "removing" ? " · Removing" : null}
          {state === "restoring" ? " · Restoring" : null}
        </p>
        {busy && progress > 0 ? (
          <p role="status" className="text-[13px] text-ink-soft tabular-nums">
            {progress.toLocaleString("en")} restored so far
          </p>
        ) : null}
      </div>
      {isUndone ? null : (
        <HiddenFromViewers>
          <Button size="sm" busy={busy} onClick={onUndo}>
            <Undo2 aria-hidden="true" />
            {state === "restoring" ? "Continue" : "Undo"}
          </Button>
        </HiddenFromViewers>
      )}
    </li>
  );
}
