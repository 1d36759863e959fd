import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey, CreatedKey } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { keysQuery, rotateKey } from "./keys.ts";
import { NewKeyDialog } from "./new-key-dialog.tsx";

const OVERLAPS = [
  { seconds: 86_400, label: "24 hours" },
  { seconds: 3_600, label: "1 hour" },
  { seconds: 7 * 86_400, label: "7 days" },
  { seconds: 0, label: "Revoke immediately" },
];

/** Gives a key a new secret. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState(86_400);
  const [rotated, setRotated] = useState<CreatedKey | null>(null);
  const rotating = useMutation({
    mutationFn: () => rotateKey(apiKey.id, overlap),
    onSuccess: (created) => {
      setRotated(created);
      return queryClient.invalidateQueries(keysQuery);
    },
  });
  if (rotated !== null) return <NewKeyDialog created={rotated} onClose={onClose} />;
  const errorText = formError(rotating.error, []);
  return (
    <Dialog title={`Rotate “${apiKey.name}”?`} shape="sm" onClose={onClose}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          rotating.mutate();
        }}
      >
        <DialogBody className="grid gap-4 leading-6 text-ink-soft">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <p>
            Creates a new secret. The key keeps its name, limits and history. Update your apps with the new
            secret.
          </p>
          <Field label="Old secret stays valid for">
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={overlap}
                onChange={(event) => setOverlap(Number(event.target.value))}
              >
                {OVERLAPS.map(({ seconds, label }) => (
                  <option key={seconds} value={seconds}>
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
