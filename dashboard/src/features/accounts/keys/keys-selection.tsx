import { useState } from "react";
import type { ApiKey } from "../../../api-types.ts";
import { type BulkAction, BulkDialog } from "../../../ui/bulk/bulk-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Trash } from "../../../ui/icons.gen.ts";
import { SelectionBar } from "../../../ui/selection-bar.tsx";
import type { Selection } from "../../../ui/use-selection.ts";
import { keysQuery, revokeKey } from "./keys.ts";

const REVOKE: BulkAction<ApiKey> = {
  title: (keys) => `Revoke ${keys}?`,
  explanation:
    "Requests with these keys are refused from now on. Emails that were already accepted are still delivered. You can't undo this.",
  button: "Revoke keys",
  tone: "danger",
  act: async ({ id }) => {
    await revokeKey(id);
    return "Revoked";
  },
};

type KeysSelectionProps = { selection: Selection; apiKeys: readonly ApiKey[] };

/** The action on the selected keys. */
export function KeysSelection({ selection, apiKeys }: KeysSelectionProps) {
  const [revoking, setRevoking] = useState<ApiKey[] | null>(null);
  return (
    <>
      <SelectionBar count={selection.selected.size} noun="key" onClear={selection.clear}>
        <Button
          size="sm"
          onClick={() => setRevoking(apiKeys.filter(({ id }) => selection.selected.has(String(id))))}
        >
          <Trash aria-hidden="true" />
          Revoke
        </Button>
      </SelectionBar>
      {revoking ? (
        <BulkDialog
          action={REVOKE}
          items={revoking}
          noun="key"
          idOf={({ id }) => String(id)}
          labelOf={({ name }) => <bdi>{name}</bdi>}
          queryKey={keysQuery.queryKey}
          onClose={(hasRun) => {
            setRevoking(null);
            if (hasRun) selection.clear();
          }}
        />
      ) : null}
    </>
  );
}
