import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Webhook } from "../../api-types.ts";
import { changeWebhook, WEBHOOKS_KEY, type WebhookChange } from "./webhooks.ts";

export function useWebhookChange(id: string, onChanged: (webhook: Webhook) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: WebhookChange) => changeWebhook(id, change),
    onSuccess: (webhook) => {
      onChanged(webhook);
      return queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY });
    },
  });
}
