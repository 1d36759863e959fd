import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { CreatedKey } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../../ui/dialog.tsx";
import { inputOf, NEW_KEY_DRAFT } from "./key-draft.ts";
import { KEY_PATHS, KeyFields } from "./key-fields.tsx";
import { createKey, keysQuery } from "./keys.ts";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** Asks for a name and limits, then shows the key once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  if (created !== null) return <NewKeyDialog created={created} withCommand onClose={onClose} />;
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    creating.mutate(inputOf(draft));
  };
  const errorText = formError(creating.error, KEY_PATHS);
  return (
    <Dialog title="Create API key" canClose={!creating.isPending} onClose={onClose}>
      <DialogForm error={creating.error} onSubmit={submit}>
        <DialogBody className="grid content-start gap-5">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <KeyFields
            draft={draft}
            error={creating.error}
            onChange={(part) => setDraft({ ...draft, ...part })}
          />
        </DialogBody>
        <DialogFooter>
          <Button disabled={creating.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={draft.name.trim() === ""}
            busy={creating.isPending}
          >
            Create key
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
