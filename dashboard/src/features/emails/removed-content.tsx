import { Archive } from "lucide-react";
import { EmptyState } from "../../ui/empty-state.tsx";

/** What is left of a message whose bodies and attachments have reached their age. */
export function RemovedContent() {
  return (
    <EmptyState icon={Archive} title="The content was removed">
      Bodies and attachments are kept for the account's retention time, which is over. Who it went to and what
      became of it stays.
    </EmptyState>
  );
}
