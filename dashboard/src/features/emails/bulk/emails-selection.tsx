import { useState } from "react";
import type { EmailSummary } from "../../../api-types.ts";
import { type BulkAction, BulkDialog } from "../../../ui/bulk/bulk-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Ban, RotateCw } from "../../../ui/icons.gen.ts";
import { SelectionBar } from "../../../ui/selection-bar.tsx";
import type { Selection } from "../../../ui/use-selection.ts";
import { Subject } from "../email-addresses.tsx";
import { EMAILS_KEY } from "../emails.ts";
import { CANCEL_EMAILS, isResendable, resendEmails } from "./bulk-actions.ts";

type EmailsSelectionProps = {
  selection: Selection;
  emails: readonly EmailSummary[];
};

/** The actions on the selected emails. */
export function EmailsSelection({ selection, emails }: EmailsSelectionProps) {
  const [open, setOpen] = useState<{ action: BulkAction<EmailSummary>; items: EmailSummary[] } | null>(null);
  const selected = emails.filter(({ id }) => selection.selected.has(id));
  const resendable = selected.filter(isResendable);
  return (
    <>
      <SelectionBar count={selection.selected.size} noun="email" onClear={selection.clear}>
        <Button size="sm" onClick={() => setOpen({ action: CANCEL_EMAILS, items: selected })}>
          <Ban aria-hidden="true" />
          Cancel
        </Button>
        {resendable.length === 0 ? null : (
          <Button size="sm" onClick={() => setOpen({ action: resendEmails(), items: resendable })}>
            <RotateCw aria-hidden="true" />
            Send again
          </Button>
        )}
      </SelectionBar>
      {open ? (
        <BulkDialog
          {...open}
          noun="email"
          idOf={({ id }) => id}
          labelOf={({ subject, to }) => (
            <>
              <Subject text={subject} /> · <bdi>{to[0]}</bdi>
            </>
          )}
          queryKey={EMAILS_KEY}
          onClose={(hasRun) => {
            setOpen(null);
            if (hasRun) selection.clear();
          }}
        />
      ) : null}
    </>
  );
}
