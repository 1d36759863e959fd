import { useState } from "react";
import type { UncertainRecipient } from "../../api-types.ts";
import { type BulkAction, BulkDialog } from "../../ui/bulk/bulk-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { CircleCheck, RotateCw } from "../../ui/icons.gen.ts";
import { SelectionBar } from "../../ui/selection-bar.tsx";
import type { Selection } from "../../ui/use-selection.ts";
import { QUEUE_KEY, resolveUncertain } from "./queue.ts";

const RETRY: BulkAction<UncertainRecipient> = {
  title: (recipients) => `Retry ${recipients}?`,
  explanation: "The emails are sent again, at the risk of a second copy.",
  button: "Retry",
  tone: "primary",
  past: "retried",
  act: async (recipient) => {
    await resolveUncertain(recipient, "retry");
    return "Retrying";
  },
};

const MARK_AS_DELIVERED: BulkAction<UncertainRecipient> = {
  title: (recipients) => `Mark ${recipients} as delivered?`,
  explanation: "The emails are not sent again. You can't undo this.",
  button: "Mark as delivered",
  tone: "primary",
  past: "marked as delivered",
  act: async (recipient) => {
    await resolveUncertain(recipient, "delivered");
    return "Marked as delivered";
  },
};

export function uncertainId({ email_id, position }: UncertainRecipient): string {
  return `${email_id} ${position}`;
}

type UncertainSelectionProps = { selection: Selection; recipients: readonly UncertainRecipient[] };

/** The decisions about the selected recipients. */
export function UncertainSelection({ selection, recipients }: UncertainSelectionProps) {
  const [action, setAction] = useState<BulkAction<UncertainRecipient> | null>(null);
  return (
    <>
      <SelectionBar count={selection.selected.size} noun="recipient" onClear={selection.clear}>
        <Button size="sm" onClick={() => setAction(RETRY)}>
          <RotateCw aria-hidden="true" />
          Retry
        </Button>
        <Button size="sm" onClick={() => setAction(MARK_AS_DELIVERED)}>
          <CircleCheck aria-hidden="true" />
          Mark as delivered
        </Button>
      </SelectionBar>
      {action ? (
        <BulkDialog
          action={action}
          items={recipients.filter((recipient) => selection.selected.has(uncertainId(recipient)))}
          noun="recipient"
          idOf={uncertainId}
          labelOf={({ address }) => <bdi>{address}</bdi>}
          queryKey={QUEUE_KEY}
          onClose={(hasRun) => {
            setAction(null);
            if (hasRun) selection.clear();
          }}
        />
      ) : null}
    </>
  );
}
