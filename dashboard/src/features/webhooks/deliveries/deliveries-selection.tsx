import type { WebhookDelivery } from "../../../api-types.ts";
import { type BulkAction, BulkDialog } from "../../../ui/bulk/bulk-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { RotateCw } from "../../../ui/icons.gen.ts";
import { SelectionBar } from "../../../ui/selection-bar.tsx";
import type { Selection } from "../../../ui/use-selection.ts";
import { replayEvents, WEBHOOKS_KEY } from "../webhooks.ts";

const EXPLANATION = "Each event is sent to this webhook again, with the same webhook-id.";

/** The API does not replay test events. */
function canReplay({ is_test }: WebhookDelivery): boolean {
  return !is_test;
}

function replayTo(webhookId: string, selected: readonly WebhookDelivery[]): BulkAction<WebhookDelivery> {
  return {
    title: (events) => `Replay ${events}?`,
    explanation: selected.every(canReplay)
      ? EXPLANATION
      : `${EXPLANATION} Test events are left out, because they cannot be replayed.`,
    button: "Replay events",
    tone: "primary",
    past: "replayed",
    act: async ({ event_id }) => {
      await replayEvents(webhookId, { event_id });
      return "Waits to be sent again";
    },
  };
}

type DeliveriesSelectionProps = {
  webhookId: string;
  selection: Selection;
  deliveries: readonly WebhookDelivery[];
  /** The selected events when the dialog opened. Null: it is closed. */
  replaying: WebhookDelivery[] | null;
  onReplay: (deliveries: WebhookDelivery[] | null) => void;
};

/** The action on the selected events. */
export function DeliveriesSelection(props: DeliveriesSelectionProps) {
  const { webhookId, selection, deliveries, replaying, onReplay } = props;
  const selected = deliveries.filter(({ event_id }) => selection.selected.has(event_id));
  return (
    <>
      <SelectionBar count={selection.selected.size} noun="event" onClear={selection.clear}>
        {selected.some(canReplay) ? (
          <Button size="sm" onClick={() => onReplay(selected)}>
            <RotateCw aria-hidden="true" />
            Replay
          </Button>
        ) : (
          <span className="text-[13px] text-ink-soft">Test events cannot be replayed.</span>
        )}
      </SelectionBar>
      {replaying ? (
        <BulkDialog
          action={replayTo(webhookId, replaying)}
          items={replaying.filter(canReplay)}
          noun="event"
          idOf={({ event_id }) => event_id}
          labelOf={({ type, event_id }) => `${type} ${event_id}`}
          queryKey={WEBHOOKS_KEY}
          onClose={(hasRun) => {
            onReplay(null);
            if (hasRun) selection.clear();
          }}
        />
      ) : null}
    </>
  );
}
