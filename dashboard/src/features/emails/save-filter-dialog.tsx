import { useState } from "react";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Input } from "../../ui/input.tsx";
import { MAX_FILTER_NAME } from "./saved-filters.ts";

type SaveFilterDialogProps = {
  /** Names in use; saving under one of them replaces that filter. */
  taken: string[];
  onSave: (name: string) => void;
  onClose: () => void;
};

export function SaveFilterDialog({ taken, onSave, onClose }: SaveFilterDialogProps) {
  const [name, setName] = useState("");
  const trimmed = name.trim();
  return (
    <FormDialog
      title="Save this filter"
      description="Only in this browser and this account."
      shape="sm"
      action="Save filter"
      disabled={trimmed === ""}
      onSubmit={() => {
        if (trimmed !== "") onSave(trimmed);
      }}
      onClose={onClose}
    >
      <Field label="Name" hint={taken.includes(trimmed) ? "Replaces the filter with this name." : undefined}>
        {(control) => (
          <Input
            {...control}
            placeholder="Bounces this week"
            autoComplete="off"
            maxLength={MAX_FILTER_NAME}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
