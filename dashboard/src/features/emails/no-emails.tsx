import { Send } from "lucide-react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SendExample } from "./send-example.tsx";

export function NoEmails() {
  return (
    <EmptyState icon={Send} title="No emails yet" action={<SendExample className="text-left" />}>
      Send your first email and it appears here.
    </EmptyState>
  );
}
