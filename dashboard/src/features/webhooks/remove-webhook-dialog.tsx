import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Webhook } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { showToast } from "../../ui/toast.ts";
import { removeWebhook, WEBHOOKS_KEY, webhookQuery } from "./webhooks.ts";

export function RemoveWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: () => removeWebhook(webhook.id),
    onSuccess: async () => {
      showToast({ title: "Webhook deleted", description: webhook.url });
      await navigate({ to: "/webhooks" });
      queryClient.removeQueries({ queryKey: webhookQuery(webhook.id).queryKey });
      await queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY });
    },
  });
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      confirmLabel="Delete webhook"
      typeToConfirm="delete"
      busy={removing.isPending}
      error={formError(removing.error, [])}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <strong className="font-medium break-words text-ink">{webhook.url}</strong> receives no more events.
      Pending events are not sent, and its secret and log are deleted. To stop it for a while, disable it
      instead.
    </ConfirmDialog>
  );
}
