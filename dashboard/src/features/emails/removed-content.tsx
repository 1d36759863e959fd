import { EmptyState } from "../../ui/empty-state.tsx";
import { Archive } from "../../ui/icons.gen.ts";

/** Replaces bodies and attachments after the retention period. */
export function RemovedContent() {
  return (
    <EmptyState icon={Archive} title="Content removed">
      The account's retention period is over. Recipients and events are kept.
    </EmptyState>
  );
}
