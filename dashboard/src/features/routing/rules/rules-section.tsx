import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Rule } from "../../../api-types.ts";
import { Button } from "../../../ui/button.tsx";
import { Crossroads } from "../../../ui/drawings/crossroads.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Plus } from "../../../ui/icons.gen.ts";
import { showToast } from "../../../ui/toast.ts";
import { useIsViewer } from "../../accounts/viewers.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { changeRule, type Owner, removeRule, rulesQuery } from "../routing.ts";
import { SectionFrame } from "../section-frame.tsx";
import { useChange } from "../use-change.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { type RuleAction, RuleRow } from "./rule-row.tsx";

type Open = { action: "edit" | "remove"; rule: Rule } | "new" | null;

/** The first matching rule applies. */
export function RulesSection({ owner }: { owner: Owner }) {
  const { data, error, refetch } = useQuery(rulesQuery(owner));
  const [open, setOpen] = useState<Open>(null);
  const changing = useChange(
    ({ rule, change }: { rule: Rule; change: { position?: number; enabled?: boolean } }) =>
      changeRule(owner, rule.id, change),
  );
  const act = (action: RuleAction, rule: Rule): void => {
    if (action === "edit" || action === "remove") {
      setOpen({ action, rule });
      return;
    }
    const step = action === "up" ? -1 : 1;
    const change = action === "switch" ? { enabled: !rule.enabled } : { position: rule.position + step };
    changing.mutate(
      { rule, change },
      {
        onError: ({ message }) =>
          showToast({ tone: "bad", title: "Could not change the rule", description: message }),
      },
    );
  };
  const isViewer = useIsViewer();
  const add = isViewer ? null : (
    <Button variant="primary" onClick={() => setOpen("new")}>
      <Plus aria-hidden="true" />
      Add rule
    </Button>
  );
  return (
    <>
      <SectionFrame
        title="Rules"
        description="Rules run top to bottom. The first match wins."
        actions={add}
        error={error}
        onRetry={() => void refetch()}
        count={data?.rules.length}
        empty={
          <EmptyState drawing={Crossroads} title="No rules" action={add}>
            {data?.default_route} Add a rule to route some mail differently.
          </EmptyState>
        }
      >
        <ol className="divide-y">
          {data?.rules.map((rule, index, all) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              isLast={index === all.length - 1}
              busy={changing.isPending}
              onAct={(action) => act(action, rule)}
            />
          ))}
        </ol>
        <p className="border-t bg-subtle/60 px-5 py-3 text-[13px] text-ink-soft">
          Default route: {data?.default_route}
        </p>
      </SectionFrame>
      <OpenDialog owner={owner} open={open} onClose={() => setOpen(null)} />
    </>
  );
}

function OpenDialog({ owner, open, onClose }: { owner: Owner; open: Open; onClose: () => void }) {
  if (open === null) return null;
  if (open === "new") return <RuleDialog owner={owner} rule={null} onClose={onClose} />;
  const { action, rule } = open;
  if (action === "edit") return <RuleDialog owner={owner} rule={rule} onClose={onClose} />;
  return (
    <RemoveDialog what="rule" name={rule.name} remove={() => removeRule(owner, rule.id)} onClose={onClose}>
      Matching mail uses the next matching rule from its next attempt. To test that first, disable the rule.
    </RemoveDialog>
  );
}
