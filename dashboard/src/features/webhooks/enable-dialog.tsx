import { useState } from "react";
import type { Webhook } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { countText } from "../../ui/count-text.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { showToast } from "../../ui/toast.ts";
import { lagText } from "./describe-health.ts";
import { useWebhookChange } from "./use-webhook-change.ts";

export function EnableDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [resume, setResume] = useState<"stopped" | "now">("stopped");
  const changing = useWebhookChange(webhook.id, () => {
    showToast({ title: "Webhook enabled", description: webhook.url });
    onClose();
  });
  const errorText = formError(changing.error, []);
  const { lag_seconds: lag, retrying } = webhook.health;
  const retries = countText(retrying, "pending retry", "pending retries");
  const missed = [
    ...(lag < 5 ? [] : [`the events of the last ${lagText(lag)}`]),
    ...(retrying === 0 ? [] : [retries]),
  ];
  return (
    <FormDialog
      title="Enable this webhook?"
      shape="sm"
      errorText={errorText}
      action="Enable webhook"
      busy={changing.isPending}
      onSubmit={() => changing.mutate({ enabled: true, resume })}
      onClose={onClose}
    >
      <RadioGroup
        legend="Continue"
        value={resume}
        onChange={setResume}
        options={[
          {
            value: "stopped",
            label: "Where it stopped",
            hint:
              missed.length === 0 ? "There are no events since then." : `Also sends ${missed.join(" and ")}.`,
          },
          {
            value: "now",
            label: "With new events only",
            hint:
              retrying === 0
                ? "Skips the events since then."
                : `Skips the events since then, and ${retries}.`,
          },
        ]}
      />
    </FormDialog>
  );
}
