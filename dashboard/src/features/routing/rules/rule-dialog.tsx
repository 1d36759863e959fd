import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Rule } from "../../../api-types.ts";
import { formChanges } from "../../../changed-fields.ts";
import { formError } from "../../../form-errors.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { showToast } from "../../../ui/toast.ts";
import { addRule, changeRule, type Owner, poolsQuery, relaysQuery } from "../routing.ts";
import { useChange } from "../use-change.ts";
import { draftOf, inputOf, NEW_RULE_DRAFT } from "./rule-draft.ts";
import { RULE_PATHS, RuleFields } from "./rule-fields.tsx";

type RuleDialogProps = {
  owner: Owner;
  /** Null for a new rule, which is added last. */
  rule: Rule | null;
  onClose: () => void;
};

export function RuleDialog({ owner, rule, onClose }: RuleDialogProps) {
  const relays = useQuery(relaysQuery(owner)).data?.relays ?? [];
  const pools = useQuery({ ...poolsQuery, enabled: owner === "instance" }).data?.pools ?? [];
  const [draft, setDraft] = useState(() => (rule ? draftOf(rule) : NEW_RULE_DRAFT));
  const { changes, isUnchanged } = formChanges(rule && inputOf(draftOf(rule)), inputOf(draft));
  const saving = useChange(
    () => (rule ? changeRule(owner, rule.id, changes) : addRule(owner, inputOf(draft))),
    (saved) => {
      onClose();
      showToast({ title: rule ? "Rule saved" : "Rule added", description: saved.name });
    },
  );
  const errorText = formError(saving.error, RULE_PATHS);
  const isIncomplete = draft.name.trim() === "" || (draft.action === "relay" && draft.relayIds.length === 0);
  return (
    <FormDialog
      title={rule ? "Edit rule" : "Add rule"}
      description="Takes effect within seconds."
      shape="side"
      error={saving.error}
      errorText={errorText}
      action={rule ? "Save rule" : "Add rule"}
      disabled={isUnchanged || isIncomplete}
      busy={saving.isPending}
      onSubmit={() => saving.mutate(undefined)}
      onClose={onClose}
    >
      <RuleFields
        owner={owner}
        draft={draft}
        relays={relays}
        pools={pools}
        error={saving.error}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
    </FormDialog>
  );
}
