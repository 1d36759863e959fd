import type { EmailSummary } from "../../../api-types.ts";
import { cancelEmail, resendEmail } from "../actions/change-email.ts";

export type BulkAction = {
  title: (emails: string) => string;
  explanation: string;
  button: string;
  tone: "danger" | "primary";
  /** Returns the outcome as text. */
  act: (email: EmailSummary, key: string) => Promise<string>;
};

export const CANCEL_EMAILS: BulkAction = {
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

export const RESEND_EMAILS: BulkAction = {
  title: (emails) => `Send ${emails} again?`,
  explanation:
    "Each is sent as a new email to all of its recipients, including those that already received it.",
  button: "Send again",
  tone: "primary",
  act: async ({ id }, key) => {
    await resendEmail(id, null, `${key}-${id}`);
    return "Sent again";
  },
};
