import { formError } from "../../../form-errors.ts";
import { showToast } from "../../../ui/toast.ts";
import { isOutcomeUnknown } from "./send-error.ts";

/** For a form that is gone because the user went on to another page, and its idempotency key with it. */
export function tellOfFailedSend(error: Error): void {
  const reason = formError(error, []) ?? error.message;
  showToast(
    isOutcomeUnknown(error)
      ? {
          tone: "bad",
          title: "Your email may not have been sent",
          description: `${reason} Look for it in your emails before you send it again.`,
        }
      : { tone: "bad", title: "Your email was not sent", description: reason },
  );
}
