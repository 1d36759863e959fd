import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Time } from "../../../ui/time.tsx";
import { showToast } from "../../../ui/toast.ts";
import { keysQuery, revokeKey } from "./keys.ts";

type RevokeKeyDialogProps = {
  apiKey: ApiKey;
  onClose: () => void;
};

export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const queryClient = useQueryClient();
  const revoking = useMutation({
    mutationFn: () => revokeKey(apiKey.id),
    onSuccess: () => {
      onClose();
      showToast({ title: "Key revoked", description: apiKey.name });
      return queryClient.invalidateQueries(keysQuery);
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke “${apiKey.name}”?`}
      confirmLabel="Revoke key"
      busy={revoking.isPending}
      error={formError(revoking.error, [])}
      onConfirm={() => revoking.mutate()}
      onClose={onClose}
    >
      <p>
        Requests with <code className="font-mono text-[13px] text-ink">{apiKey.prefix}_…</code> are refused
        from now on. Emails that were already accepted are still delivered. You can't undo this.
      </p>
      {apiKey.last_used === null ? null : (
        <p className="mt-3 font-medium text-ink">
          It was last used <Time value={apiKey.last_used} />.
        </p>
      )}
    </ConfirmDialog>
  );
}
