import { useQueryClient } from "@tanstack/react-query";
import type { Webhook } from "../../../api-types.ts";
import { showToast } from "../../../ui/toast.ts";
import { changeWebhook, webhookQuery } from "../webhooks.ts";
import { draftOf } from "./webhook-draft.ts";
import { WebhookForm } from "./webhook-form.tsx";

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <WebhookForm
      title="Edit webhook"
      submitLabel="Save"
      initial={draftOf(webhook)}
      headerNames={webhook.header_names}
      save={(_input, changes) => changeWebhook(webhook.id, changes)}
      onSaved={(saved) => {
        queryClient.setQueryData(webhookQuery(webhook.id).queryKey, saved);
        showToast({ title: "Webhook saved", description: webhook.url });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
