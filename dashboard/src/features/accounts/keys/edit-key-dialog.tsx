import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { showToast } from "../../../ui/toast.ts";
import { changesOf, draftOf } from "./key-draft.ts";
import { KEY_PATHS, KeyFields } from "./key-fields.tsx";
import { changeKey, keysQuery } from "./keys.ts";

export function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(apiKey));
  const changes = changesOf(apiKey, draft);
  const saving = useMutation({
    mutationFn: () => changeKey(apiKey.id, changes),
    onSuccess: async (saved) => {
      // Before the dialog closes: reopened at once, it must show what was saved.
      await queryClient.invalidateQueries(keysQuery);
      onClose();
      showToast({ title: "Key saved", description: saved.name });
    },
  });
  const errorText = formError(saving.error, KEY_PATHS);
  const isUnchanged = Object.keys(changes).length === 0;
  return (
    <FormDialog
      title="Edit API key"
      description="Changes take effect within a second. The key itself stays the same."
      error={saving.error}
      errorText={errorText}
      action="Save key"
      disabled={isUnchanged || draft.name.trim() === ""}
      busy={saving.isPending}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <KeyFields draft={draft} error={saving.error} onChange={(part) => setDraft({ ...draft, ...part })} />
    </FormDialog>
  );
}
