import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CreatedKey } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { inputOf, NEW_KEY_DRAFT } from "./key-draft.ts";
import { KEY_PATHS, KeyFields } from "./key-fields.tsx";
import { createKey, keysQuery } from "./keys.ts";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** Asks for a name and limits, then shows the key once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  if (created !== null) return <NewKeyDialog created={created} withExample onClose={onClose} />;
  return <CreateKeyForm onCreated={setCreated} onClose={onClose} />;
}

type CreateKeyFormProps = {
  onCreated: (created: CreatedKey) => void;
  onClose: () => void;
};

/** Does not close while the request runs: its response is shown only once. */
function CreateKeyForm({ onCreated, onClose }: CreateKeyFormProps) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(NEW_KEY_DRAFT);
  const creating = useMutation({
    mutationFn: createKey,
    onSuccess: (created) => {
      onCreated(created);
      return queryClient.invalidateQueries(keysQuery);
    },
  });
  const errorText = formError(creating.error, KEY_PATHS);
  return (
    <FormDialog
      title="Create API key"
      canClose={!creating.isPending}
      error={creating.error}
      errorText={errorText}
      action="Create key"
      disabled={draft.name.trim() === ""}
      busy={creating.isPending}
      onSubmit={() => creating.mutate(inputOf(draft))}
      onClose={onClose}
    >
      <KeyFields draft={draft} error={creating.error} onChange={(part) => setDraft({ ...draft, ...part })} />
    </FormDialog>
  );
}
