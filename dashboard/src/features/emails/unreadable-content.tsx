import { EmptyEnvelope } from "../../ui/drawings/empty-envelope.ts";
import { EmptyState } from "../../ui/empty-state.tsx";

/** An SMTP message that exceeds the server's parsing limits. */
export function UnreadableContent({ reason }: { reason: string }) {
  return (
    <EmptyState drawing={EmptyEnvelope} title="Can't show this message">
      {reason} The message is delivered unchanged. Open Source to see it.
    </EmptyState>
  );
}
