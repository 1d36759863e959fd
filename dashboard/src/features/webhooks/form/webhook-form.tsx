import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WebhookInput } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
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
    <FormDialog
      title={title}
      shape="side"
      error={saving.error}
      errorText={errorText}
      action={submitLabel}
      disabled={draft.url.trim() === "" || Object.keys(changes).length === 0}
      busy={saving.isPending}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <WebhookFields
        draft={draft}
        error={saving.error}
        headerNames={headerNames}
        onChange={(part) => setDraft((current) => ({ ...current, ...part }))}
      />
    </FormDialog>
  );
}
