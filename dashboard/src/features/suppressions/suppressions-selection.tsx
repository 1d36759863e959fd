import { useState } from "react";
import type { Suppression } from "../../api-types.ts";
import { type BulkAction, BulkDialog } from "../../ui/bulk/bulk-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Trash } from "../../ui/icons.gen.ts";
import { SelectionBar } from "../../ui/selection-bar.tsx";
import type { Selection } from "../../ui/use-selection.ts";
import { addSuppressions, removeSuppression, SUPPRESSIONS_KEY } from "./suppressions.ts";

const REMOVE: BulkAction<Suppression> = {
  title: (suppressions) => `Remove ${suppressions}?`,
  explanation:
    "These addresses will get your mail again. Addresses that bounce again return to this list. Keep people who complained or unsubscribed, unless they asked to get your mail. Contacts that are unsubscribed still get no bulk mail until they are subscribed again. The audit log records each removal.",
  button: "Remove suppressions",
  tone: "danger",
  act: async ({ address }) => {
    await removeSuppression(address);
    return "Removed";
  },
  undo: async ({ address, reason, detail, expires_at, unsubscribed_at }) => {
    await addSuppressions({ address, reason, detail, ...(expires_at !== null && { expires_at }) });
    // The address keeps the stronger reason, and stays unsubscribed when that one is removed.
    if (unsubscribed_at !== null && reason !== "unsubscribe")
      await addSuppressions({ address, reason: "unsubscribe" });
    return "Suppressed again";
  },
};

type SuppressionsSelectionProps = { selection: Selection; suppressions: readonly Suppression[] };

/** The action on the selected suppressions. */
export function SuppressionsSelection({ selection, suppressions }: SuppressionsSelectionProps) {
  const [removing, setRemoving] = useState<Suppression[] | null>(null);
  return (
    <>
      <SelectionBar count={selection.selected.size} noun="suppression" onClear={selection.clear}>
        <Button
          size="sm"
          onClick={() => setRemoving(suppressions.filter(({ address }) => selection.selected.has(address)))}
        >
          <Trash aria-hidden="true" />
          Remove
        </Button>
      </SelectionBar>
      {removing ? (
        <BulkDialog
          action={REMOVE}
          items={removing}
          noun="suppression"
          idOf={({ address }) => address}
          labelOf={({ address }) => <bdi>{address}</bdi>}
          queryKey={SUPPRESSIONS_KEY}
          onClose={(hasRun) => {
            setRemoving(null);
            if (hasRun) selection.clear();
          }}
        />
      ) : null}
    </>
  );
}
