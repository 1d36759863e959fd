import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CreatedWebhook } from "../../api-types.ts";
import { CreateWebhookDialog } from "./form/create-webhook-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

/** Adds a webhook, shows its secret, then opens its page. */
export function AddWebhook({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedWebhook | null>(null);
  const navigate = useNavigate();
  if (created === null) return <CreateWebhookDialog onCreated={setCreated} onClose={onClose} />;
  return (
    <SecretDialog
      title="Webhook added"
      secret={created.secret}
      onClose={() => {
        onClose();
        void navigate({ to: "/webhooks/$webhookId", params: { webhookId: created.id } });
      }}
    />
  );
}
