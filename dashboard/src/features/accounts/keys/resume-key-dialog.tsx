import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Time } from "../../../ui/time.tsx";
import { showToast } from "../../../ui/toast.ts";
import { keysQuery, resumeKey } from "./keys.ts";

type ResumeKeyDialogProps = {
  apiKey: ApiKey;
  onClose: () => void;
};

export function ResumeKeyDialog({ apiKey, onClose }: ResumeKeyDialogProps) {
  const queryClient = useQueryClient();
  const resuming = useMutation({
    mutationFn: () => resumeKey(apiKey.id),
    onSuccess: () => {
      onClose();
      showToast({ title: "Key resumed", description: apiKey.name });
      return queryClient.invalidateQueries(keysQuery);
    },
  });
  return (
    <ConfirmDialog
      title={`Resume “${apiKey.name}”?`}
      tone="primary"
      confirmLabel="Resume key"
      busy={resuming.isPending}
      error={formError(resuming.error, [])}
      onConfirm={() => resuming.mutate()}
      onClose={onClose}
    >
      {apiKey.paused_at === null ? null : (
        <p>
          It was paused <Time value={apiKey.paused_at} />. {apiKey.paused_reason}
        </p>
      )}
      <p className="mt-3">
        Apps can use the key again immediately. Abuse checks on this key restart at the next full hour. If you
        don't recognize the activity, rotate or revoke the key instead.
      </p>
    </ConfirmDialog>
  );
}
