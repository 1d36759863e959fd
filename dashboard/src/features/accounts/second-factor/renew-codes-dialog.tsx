import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PasswordDialog } from "./password-dialog.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { renewRecoveryCodes, secondFactorQuery } from "./second-factor.ts";

export function RenewCodesDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const renewing = useMutation({
    mutationFn: renewRecoveryCodes,
    onSettled: () => void queryClient.invalidateQueries(secondFactorQuery),
  });
  if (renewing.data) return <RecoveryCodesDialog codes={renewing.data.recovery_codes} onClose={onClose} />;
  return (
    <PasswordDialog
      title="Replace the recovery codes?"
      confirmLabel="Replace codes"
      email={email}
      busy={renewing.isPending}
      error={renewing.error}
      onConfirm={(password) => renewing.mutate(password)}
      onClose={onClose}
    >
      Your current codes stop working.
    </PasswordDialog>
  );
}
