import type { EmailSummary } from "../../../api-types.ts";
import type { BulkAction } from "../../../ui/bulk/bulk-dialog.tsx";
import { cancelEmail, resendEmail } from "../actions/change-email.ts";
import { newIdempotencyKey } from "../compose/compose-api.ts";
import { sendError } from "../compose/send-error.ts";

export const CANCEL_EMAILS: BulkAction<EmailSummary> = {
  title: (emails) => `Cancel ${emails}?`,
  explanation:
    "Waiting recipients get no email. Sent emails do not change. You can't undo this, but you can send the emails again.",
  button: "Cancel emails",
  tone: "danger",
  act: async ({ id }) => {
    const { canceled } = await cancelEmail(id);
    return canceled === 1
      ? "Canceled for 1 recipient"
      : `Canceled for ${canceled.toLocaleString("en")} recipients`;
  },
};

/** Not if its only recipient reported it as spam. */
export function isResendable({ complained, recipient_count }: EmailSummary): boolean {
  return !complained || recipient_count > 1;
}

/** With one key for all requests of a dialog, so that a second press sends nothing twice. */
export function resendEmails(): BulkAction<EmailSummary> {
  const key = newIdempotencyKey();
  return {
    title: (emails) => `Send ${emails} again?`,
    explanation:
      "Each is sent as a new email to all of its recipients, including those that already received it. Recipients who reported it as spam are left out.",
    button: "Send again",
    tone: "primary",
    act: async ({ id }) => {
      await resendEmail(id, null, `${key}-${id}`);
      return "Sent again";
    },
    errorText: sendError,
  };
}
