import type { ReactNode } from "react";
import { formError } from "../../form-errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { showToast } from "../../ui/toast.ts";
import { useChange } from "./use-change.ts";

type RemoveDialogProps = {
  /** "relay", "rule", "pool". */
  what: string;
  name: string;
  remove: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

export function RemoveDialog({ what, name, remove, onClose, children }: RemoveDialogProps) {
  const removing = useChange(remove, () => {
    onClose();
    showToast({ title: `Deleted ${what} “${name}”` });
  });
  return (
    <ConfirmDialog
      title={`Delete ${what} “${name}”?`}
      confirmLabel={`Delete ${what}`}
      busy={removing.isPending}
      error={formError(removing.error, [])}
      onConfirm={() => removing.mutate(undefined)}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
