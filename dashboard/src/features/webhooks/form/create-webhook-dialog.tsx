import type { CreatedWebhook } from "../../../api-types.ts";
import { createWebhook } from "../webhooks.ts";
import { NEW_WEBHOOK_DRAFT } from "./webhook-draft.ts";
import { WebhookForm } from "./webhook-form.tsx";

type CreateWebhookDialogProps = {
  onCreated: (webhook: CreatedWebhook) => void;
  onClose: () => void;
};

export function CreateWebhookDialog({ onCreated, onClose }: CreateWebhookDialogProps) {
  return (
    <WebhookForm
      title="Add webhook"
      submitLabel="Add webhook"
      initial={NEW_WEBHOOK_DRAFT}
      save={createWebhook}
      onSaved={onCreated}
      onClose={onClose}
    />
  );
}
