import { type FormEvent, useState } from "react";
import type { Webhook } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../ui/dialog.tsx";
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    changing.mutate({ enabled: true, resume });
  };
  const errorText = formError(changing.error, []);
  const { lag_seconds: lag, retrying } = webhook.health;
  return (
    <Dialog title="Enable this webhook?" shape="sm" onClose={onClose}>
      <DialogForm onSubmit={submit}>
        <DialogBody className="grid gap-4">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <RadioGroup
            legend="Continue"
            value={resume}
            onChange={setResume}
            options={[
              {
                value: "stopped",
                label: "Where it stopped",
                hint:
                  lag < 5
                    ? "There are no events since then."
                    : `Also sends the events of the last ${lagText(lag)}.`,
              },
              {
                value: "now",
                label: "With new events only",
                hint:
                  retrying === 0
                    ? "Skips the events since then."
                    : `Skips the events since then, and ${retrying.toLocaleString("en")} pending retries.`,
              },
            ]}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={changing.isPending}>
            Enable webhook
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
