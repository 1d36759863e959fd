import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Contact } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { showToast } from "../../ui/toast.ts";
import { CONTACTS_KEY, deleteContact, restoreContact } from "./contacts.ts";

type DeleteContactDialogProps = {
  contact: Contact;
  onDeleted?: () => void;
  onClose: () => void;
};

export function DeleteContactDialog({ contact, onDeleted, onClose }: DeleteContactDialogProps) {
  const queryClient = useQueryClient();
  const restore = useRestoreContact();
  const deleting = useMutation({
    mutationFn: () => deleteContact(contact.id),
    onSuccess: () => {
      onClose();
      onDeleted?.();
      showToast({
        title: "Contact deleted",
        description: contact.email,
        action: { label: "Undo", onSelect: () => restore.mutate(contact) },
      });
      return queryClient.invalidateQueries({ queryKey: [...CONTACTS_KEY, "list"] });
    },
  });
  return (
    <ConfirmDialog
      title="Delete this contact?"
      confirmLabel="Delete contact"
      busy={deleting.isPending}
      error={formError(deleting.error, [])}
      onConfirm={() => deleting.mutate()}
      onClose={onClose}
    >
      <strong className="font-medium break-words text-ink">{contact.email}</strong> and its properties are
      deleted. Emails to this address stay in your history.
    </ConfirmDialog>
  );
}

function useRestoreContact() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: restoreContact,
    onSuccess: () => {
      showToast({ title: "Contact restored" });
      return queryClient.invalidateQueries({ queryKey: CONTACTS_KEY });
    },
    onError: (error) => showToast({ tone: "bad", title: "Could not restore", description: error.message }),
  });
}
