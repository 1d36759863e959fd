import { EmptyState } from "../../ui/empty-state.tsx";
import { FileExclamationPoint } from "../../ui/icons.gen.ts";

/** An SMTP message that exceeds the server's parsing limits. */
export function UnreadableContent({ reason }: { reason: string }) {
  return (
    <EmptyState icon={FileExclamationPoint} title="Can't show this message">
      {reason} The message is delivered unchanged. Open Source to see it.
    </EmptyState>
  );
}
