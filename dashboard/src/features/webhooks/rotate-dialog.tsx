import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Webhook, WebhookSecret } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { ChoiceDialog } from "../../ui/choice-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { rotateSecret, WEBHOOKS_KEY } from "./webhooks.ts";

/** In hours. */
const OVERLAPS = [
  { value: 24, label: "In 24 hours" },
  { value: 1, label: "In 1 hour" },
  { value: 168, label: "In 7 days" },
  { value: 0, label: "Immediately", isDangerous: true },
];

type RotateDialogProps = { webhook: Webhook; onRotated: () => void; onClose: () => void };

/** Replaces the secret of a webhook. */
export function RotateDialog({ webhook, onRotated, onClose }: RotateDialogProps) {
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState(24);
  const [rotated, setRotated] = useState<WebhookSecret | null>(null);
  const rotating = useMutation({
    mutationFn: () => rotateSecret(webhook.id, overlap),
    onSuccess: (secret) => {
      setRotated(secret);
      onRotated();
      return queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY });
    },
  });
  if (rotated !== null)
    return (
      <SecretDialog
        title="New signing secret"
        secret={rotated.secret}
        previousUntil={rotated.previous_secret_until}
        onClose={onClose}
      />
    );
  return (
    <ChoiceDialog
      title="Rotate the signing secret?"
      label="Previous secret expires"
      options={OVERLAPS}
      value={overlap}
      onChange={setOverlap}
      action="Create new secret"
      errorText={formError(rotating.error, [])}
      busy={rotating.isPending}
      onSubmit={() => rotating.mutate()}
      onClose={onClose}
    >
      Requests are signed with the new secret and, until it expires, also with the previous one. Update your
      program within that time.
      {webhook.asymmetric ? " The public key is replaced too." : null}
      {webhook.format === "sendgrid"
        ? " SendGrid's signature changes to the new public key when the previous secret expires."
        : null}
    </ChoiceDialog>
  );
}
