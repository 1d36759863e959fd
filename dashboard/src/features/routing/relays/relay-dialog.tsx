import { useState } from "react";
import type { Relay } from "../../../api-types.ts";
import { formChanges } from "../../../changed-fields.ts";
import { formError } from "../../../form-errors.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { showToast } from "../../../ui/toast.ts";
import { addRelay, changeRelay, type Owner } from "../routing.ts";
import { useChange } from "../use-change.ts";
import { draftOf, inputOf, NEW_RELAY_DRAFT } from "./relay-draft.ts";
import { RELAY_PATHS, RelayFields } from "./relay-fields.tsx";

type RelayDialogProps = {
  owner: Owner;
  /** Null for a new relay. */
  relay: Relay | null;
  /** Below the title of a new relay. */
  description?: string;
  onSaved: (relay: Relay) => void;
  onClose: () => void;
};

export function RelayDialog({
  owner,
  relay,
  description = "Used once a rule selects it.",
  onSaved,
  onClose,
}: RelayDialogProps) {
  const [draft, setDraft] = useState(() => (relay ? draftOf(relay) : NEW_RELAY_DRAFT));
  const { changes, isUnchanged } = formChanges(relay && inputOf(draftOf(relay)), inputOf(draft));
  const saving = useChange(
    () => (relay ? changeRelay(owner, relay.id, changes) : addRelay(owner, inputOf(draft))),
    (saved) => {
      onClose();
      onSaved(saved);
      showToast({ title: relay ? "Relay saved" : "Relay added", description: saved.name });
    },
  );
  const errorText = formError(saving.error, RELAY_PATHS);
  return (
    <FormDialog
      title={relay ? "Edit relay" : "Add relay"}
      description={relay ? undefined : description}
      error={saving.error}
      errorText={errorText}
      action={relay ? "Save relay" : "Add and test"}
      disabled={isUnchanged || draft.name.trim() === ""}
      busy={saving.isPending}
      onSubmit={() => saving.mutate(undefined)}
      onClose={onClose}
    >
      <RelayFields
        draft={draft}
        hasPassword={relay?.has_password ?? false}
        error={saving.error}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
    </FormDialog>
  );
}
