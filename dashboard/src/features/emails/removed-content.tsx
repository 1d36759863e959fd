import { EmptyEnvelope } from "../../ui/drawings/empty-envelope.ts";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Replaces bodies and attachments after the retention period. */
export function RemovedContent() {
  return (
    <EmptyState drawing={EmptyEnvelope} title="Content removed">
      The account's retention period is over. Recipients and events are kept.
    </EmptyState>
  );
}
