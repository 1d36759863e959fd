import type { Webhook } from "../../../api-types.ts";
import { showToast } from "../../../ui/toast.ts";
import { changeWebhook } from "../webhooks.ts";
import { draftOf } from "./webhook-draft.ts";
import { WebhookForm } from "./webhook-form.tsx";

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  return (
    <WebhookForm
      title="Edit webhook"
      submitLabel="Save"
      initial={draftOf(webhook)}
      headerNames={webhook.header_names}
      save={(input) => changeWebhook(webhook.id, input)}
      onSaved={() => {
        showToast({ title: "Webhook saved", description: webhook.url });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
