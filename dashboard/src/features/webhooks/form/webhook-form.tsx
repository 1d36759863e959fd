import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WebhookInput } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../../ui/dialog.tsx";
import { WEBHOOKS_KEY } from "../webhooks.ts";
import { changesOf, inputOf, type WebhookDraft } from "./webhook-draft.ts";
import { WEBHOOK_PATHS, WebhookFields } from "./webhook-fields.tsx";

type WebhookFormProps<Saved> = {
  title: string;
  submitLabel: string;
  initial: WebhookDraft;
  headerNames?: readonly string[];
  save: (input: WebhookInput, changes: Partial<WebhookInput>) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  onClose: () => void;
};

/** Adds or edits a webhook. */
export function WebhookForm<Saved>(props: WebhookFormProps<Saved>) {
  const { title, submitLabel, headerNames = [], save, onSaved, onClose } = props;
  // As it was opened: the page loads the webhook again every few seconds.
  const [initial] = useState(props.initial);
  const [draft, setDraft] = useState(initial);
  const changes = changesOf(initial, draft);
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: () => save(inputOf(draft), changes),
    onSuccess: async (saved) => {
      onSaved(saved);
      await queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY });
    },
  });
  const errorText = formError(saving.error, WEBHOOK_PATHS);
  return (
    <Dialog title={title} shape="side" onClose={onClose}>
      <DialogForm
        error={saving.error}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <DialogBody className="grid content-start gap-5">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <WebhookFields
            draft={draft}
            error={saving.error}
            headerNames={headerNames}
            onChange={(part) => setDraft((current) => ({ ...current, ...part }))}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={draft.url.trim() === "" || Object.keys(changes).length === 0}
            busy={saving.isPending}
          >
            {submitLabel}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
