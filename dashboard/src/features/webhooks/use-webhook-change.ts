import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Webhook } from "../../api-types.ts";
import { changeWebhook, WEBHOOKS_KEY, type WebhookChange, webhookQuery } from "./webhooks.ts";

/** Changes a webhook: shows the change at once and reloads the lists. */
export function useWebhookChange(id: string, onChanged: (webhook: Webhook) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: WebhookChange) => changeWebhook(id, change),
    onSuccess: (webhook) => {
      queryClient.setQueryData(webhookQuery(id).queryKey, webhook);
      onChanged(webhook);
      return queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY });
    },
  });
}
