import { useState } from "react";
import type { Webhook } from "../../api-types.ts";
import { type BulkAction, BulkDialog } from "../../ui/bulk/bulk-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Pause, Play } from "../../ui/icons.gen.ts";
import { SelectionBar } from "../../ui/selection-bar.tsx";
import type { Selection } from "../../ui/use-selection.ts";
import { changeWebhook, WEBHOOKS_KEY } from "./webhooks.ts";

const ENABLE: BulkAction<Webhook> = {
  title: (webhooks) => `Enable ${webhooks}?`,
  explanation: "Each webhook continues where it stopped, and receives the events it missed.",
  button: "Enable webhooks",
  tone: "primary",
  act: async ({ id, enabled }) => {
    if (enabled) return "Already enabled";
    await changeWebhook(id, { enabled: true, resume: "stopped" });
    return "Enabled";
  },
};

const DISABLE: BulkAction<Webhook> = {
  title: (webhooks) => `Disable ${webhooks}?`,
  explanation: "They receive no more events. When you enable them again, they continue where they stopped.",
  button: "Disable webhooks",
  tone: "danger",
  act: async ({ id, enabled }) => {
    if (!enabled) return "Already disabled";
    await changeWebhook(id, { enabled: false });
    return "Disabled";
  },
};

type WebhooksSelectionProps = { selection: Selection; webhooks: readonly Webhook[] };

/** The actions on the selected webhooks. */
export function WebhooksSelection({ selection, webhooks }: WebhooksSelectionProps) {
  const [open, setOpen] = useState<{ action: BulkAction<Webhook>; items: Webhook[] } | null>(null);
  const ask = (action: BulkAction<Webhook>): void =>
    setOpen({ action, items: webhooks.filter(({ id }) => selection.selected.has(id)) });
  return (
    <>
      <SelectionBar count={selection.selected.size} noun="webhook" onClear={selection.clear}>
        <Button size="sm" onClick={() => ask(ENABLE)}>
          <Play aria-hidden="true" />
          Enable
        </Button>
        <Button size="sm" onClick={() => ask(DISABLE)}>
          <Pause aria-hidden="true" />
          Disable
        </Button>
      </SelectionBar>
      {open ? (
        <BulkDialog
          {...open}
          noun="webhook"
          idOf={({ id }) => id}
          labelOf={({ url }) => <bdi>{url}</bdi>}
          queryKey={WEBHOOKS_KEY}
          onClose={(hasRun) => {
            setOpen(null);
            if (hasRun) selection.clear();
          }}
        />
      ) : null}
    </>
  );
}
