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
        <>
          <TestEmailButton variant="primary" />
          <SendExample className="mt-3 text-left" />
        </>
      }
    >
      Send a test email, or send one from your app.
    </EmptyState>
  );
}
