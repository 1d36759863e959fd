import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
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
    <Dialog
      title="Save this filter"
      description="Only in this browser and this account."
      shape="sm"
      onClose={onClose}
    >
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed !== "") onSave(trimmed);
        }}
      >
        <DialogBody>
          <Field
            label="Name"
            hint={taken.includes(trimmed) ? "Replaces the filter with this name." : undefined}
          >
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
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={trimmed === ""}>
            Save filter
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
