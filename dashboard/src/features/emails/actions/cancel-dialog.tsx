import type { EmailDetail } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { showToast } from "../../../ui/toast.ts";
import { cancelEmail, isWaiting, useEmailChange } from "./change-email.ts";

export function CancelDialog({ email, onClose }: { email: EmailDetail; onClose: () => void }) {
  const canceling = useEmailChange(
    email.id,
    () => cancelEmail(email.id),
    ({ canceled }) => {
      onClose();
      showToast({ title: "Canceled", description: `Not sent to ${people(canceled)}.` });
    },
  );
  const waiting = email.recipients.filter(isWaiting).length;
  const others = email.recipients.length - waiting;
  return (
    <ConfirmDialog
      title="Cancel this email?"
      confirmLabel="Cancel email"
      busy={canceling.isPending}
      error={formError(canceling.error, [])}
      onConfirm={() => canceling.mutate(undefined)}
      onClose={onClose}
    >
      <p>
        The email will not be sent to {people(waiting)}.
        {others > 0 ? ` It is too late for ${people(others)}.` : ""} You can't undo this, but you can send the
        email again.
      </p>
    </ConfirmDialog>
  );
}

function people(count: number): string {
  return count === 1 ? "1 recipient" : `${count.toLocaleString("en")} recipients`;
}
