import { FileWarning } from "lucide-react";
import { EmptyState } from "../../ui/empty-state.tsx";

/** A message that came by SMTP and cannot be taken apart within the server's limits. */
export function UnreadableContent({ reason }: { reason: string }) {
  return (
    <EmptyState icon={FileWarning} title="This message cannot be shown">
      {reason} It is delivered exactly as it came. Open Source to see it.
    </EmptyState>
  );
}
