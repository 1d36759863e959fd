import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey, CreatedKey } from "../../../api-types.ts";
import { formError } from "../../../form-errors.ts";
import { ChoiceDialog } from "../../../ui/choice-dialog.tsx";
import { keysQuery, rotateKey } from "./keys.ts";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** In seconds. */
const OVERLAPS = [
  { value: 86_400, label: "24 hours" },
  { value: 3_600, label: "1 hour" },
  { value: 7 * 86_400, label: "7 days" },
  { value: 0, label: "Revoke immediately", isDangerous: true },
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
  return (
    <ChoiceDialog
      title={`Rotate “${apiKey.name}”?`}
      label="Previous secret stays valid for"
      options={OVERLAPS}
      value={overlap}
      onChange={setOverlap}
      action="Create new secret"
      errorText={formError(rotating.error, [])}
      busy={rotating.isPending}
      onSubmit={() => rotating.mutate()}
      onClose={onClose}
    >
      Creates a new secret. The key keeps its name, limits and history. Update your apps with the new secret.
    </ChoiceDialog>
  );
}
