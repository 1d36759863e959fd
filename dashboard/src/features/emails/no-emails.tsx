import { EmptyState } from "../../ui/empty-state.tsx";
import { Send } from "../../ui/icons.gen.ts";
import { SendExample } from "./send-example.tsx";

export function NoEmails() {
  return (
    <EmptyState icon={Send} title="No emails yet" action={<SendExample className="text-left" />}>
      Send your first email and it appears here.
    </EmptyState>
  );
}
