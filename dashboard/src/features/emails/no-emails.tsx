import { PostHorn } from "../../ui/drawings/post-horn.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SendExample } from "./send-example.tsx";
import { TestEmailButton } from "./test-email/test-email-button.tsx";

export function NoEmails() {
  return (
    <EmptyState
      drawing={PostHorn}
      title="No emails yet"
      action={
        <div className="grid w-full justify-items-center gap-5">
          <TestEmailButton variant="primary" />
          <SendExample className="text-left" />
        </div>
      }
    >
      Send a test email, or send one from your app.
    </EmptyState>
  );
}
