import type { WebhookDelivery } from "../../../api-types.ts";
import { type BulkAction, BulkDialog } from "../../../ui/bulk/bulk-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { RotateCw } from "../../../ui/icons.gen.ts";
import { SelectionBar } from "../../../ui/selection-bar.tsx";
import type { Selection } from "../../../ui/use-selection.ts";
import { replayEvents, WEBHOOKS_KEY } from "../webhooks.ts";

function replayTo(webhookId: string): BulkAction<WebhookDelivery> {
  return {
    title: (events) => `Replay ${events}?`,
    explanation: "Each event is sent to this webhook again, with the same webhook-id.",
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
  /** The events that the dialog is about. Null: it is closed. */
  replaying: WebhookDelivery[] | null;
  onReplay: (deliveries: WebhookDelivery[] | null) => void;
};

/** The action on the selected events. */
export function DeliveriesSelection(props: DeliveriesSelectionProps) {
  const { webhookId, selection, deliveries, replaying, onReplay } = props;
  return (
    <>
      <SelectionBar count={selection.selected.size} noun="event" onClear={selection.clear}>
        <Button
          size="sm"
          onClick={() => onReplay(deliveries.filter(({ event_id }) => selection.selected.has(event_id)))}
        >
          <RotateCw aria-hidden="true" />
          Replay
        </Button>
      </SelectionBar>
      {replaying ? (
        <BulkDialog
          action={replayTo(webhookId)}
          items={replaying}
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
