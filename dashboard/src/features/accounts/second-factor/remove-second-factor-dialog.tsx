import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showToast } from "../../../ui/toast.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { removeSecondFactor, secondFactorQuery } from "./second-factor.ts";

export function RemoveSecondFactorDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: removeSecondFactor,
    onSuccess: () => {
      onClose();
      showToast({ title: "Authenticator app removed" });
    },
    onSettled: () => void queryClient.invalidateQueries(secondFactorQuery),
  });
  return (
    <PasswordDialog
      title="Remove the authenticator app?"
      confirmLabel="Remove"
      tone="danger"
      email={email}
      busy={removing.isPending}
      error={removing.error}
      onConfirm={(password) => removing.mutate(password)}
      onClose={onClose}
    >
      Your password alone will be enough to sign in, and your recovery codes will no longer work.
    </PasswordDialog>
  );
}
