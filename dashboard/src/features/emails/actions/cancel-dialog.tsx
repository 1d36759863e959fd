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
      showToast({ title: "Canceled", description: `It does not go to ${people(canceled)} any more.` });
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
        It waits for {people(waiting)}; to {waiting === 1 ? "that one" : "those"} it is not sent any more.
        {others > 0 ? ` For ${people(others)} it is too late.` : ""} This cannot be undone, but the email can
        be sent again.
      </p>
    </ConfirmDialog>
  );
}

function people(count: number): string {
  return count === 1 ? "1 recipient" : `${count.toLocaleString("en")} recipients`;
}
