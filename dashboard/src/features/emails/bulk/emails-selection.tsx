import { useState } from "react";
import type { EmailSummary } from "../../../api-types.ts";
import { Button } from "../../../ui/button.tsx";
import { Ban, RotateCw } from "../../../ui/icons.gen.ts";
import { SelectionBar } from "../../../ui/selection-bar.tsx";
import type { Selection } from "../../../ui/use-selection.ts";
import { type BulkAction, CANCEL_EMAILS, RESEND_EMAILS } from "./bulk-actions.ts";
import { BulkDialog } from "./bulk-dialog.tsx";

type EmailsSelectionProps = {
  selection: Selection;
  emails: readonly EmailSummary[];
};

/** The actions on the selected emails. */
export function EmailsSelection({ selection, emails }: EmailsSelectionProps) {
  const [open, setOpen] = useState<{ action: BulkAction; emails: EmailSummary[] } | null>(null);
  const ask = (action: BulkAction): void =>
    setOpen({ action, emails: emails.filter(({ id }) => selection.selected.has(id)) });
  return (
    <>
      <SelectionBar count={selection.selected.size} noun="email" onClear={selection.clear}>
        <Button size="sm" onClick={() => ask(CANCEL_EMAILS)}>
          <Ban aria-hidden="true" />
          Cancel
        </Button>
        <Button size="sm" onClick={() => ask(RESEND_EMAILS)}>
          <RotateCw aria-hidden="true" />
          Send again
        </Button>
      </SelectionBar>
      {open ? (
        <BulkDialog
          {...open}
          onClose={() => {
            setOpen(null);
            selection.clear();
          }}
        />
      ) : null}
    </>
  );
}
