import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Webhook, WebhookSecret } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { rotateSecret, WEBHOOKS_KEY } from "./webhooks.ts";

const OVERLAPS = [
  { hours: 24, label: "In 24 hours" },
  { hours: 1, label: "In 1 hour" },
  { hours: 168, label: "In 7 days" },
  { hours: 0, label: "Immediately" },
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
  const errorText = formError(rotating.error, []);
  return (
    <Dialog title="Rotate the signing secret?" shape="sm" onClose={onClose}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          rotating.mutate();
        }}
      >
        <DialogBody className="grid gap-4 leading-6 text-ink-soft">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <p>
            Requests are signed with the new secret and, until it expires, also with the previous one. Update
            your program within that time.
          </p>
          <Field label="Previous secret expires">
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={overlap}
                onChange={(event) => setOverlap(Number(event.target.value))}
              >
                {OVERLAPS.map(({ hours, label }) => (
                  <option key={hours} value={hours}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={overlap === 0 ? "danger" : "primary"} busy={rotating.isPending}>
            Create new secret
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
