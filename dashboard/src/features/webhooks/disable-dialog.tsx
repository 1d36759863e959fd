import type { Webhook } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { showToast } from "../../ui/toast.ts";
import { useWebhookChange } from "./use-webhook-change.ts";

export function DisableDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const changing = useWebhookChange(webhook.id, () => {
    showToast({ title: "Webhook disabled", description: webhook.url });
    onClose();
  });
  return (
    <ConfirmDialog
      title="Disable this webhook?"
      confirmLabel="Disable webhook"
      busy={changing.isPending}
      error={formError(changing.error, [])}
      onConfirm={() => changing.mutate({ enabled: false })}
      onClose={onClose}
    >
      It receives no more events. When you enable it again, it can continue where it stopped.
    </ConfirmDialog>
  );
}
