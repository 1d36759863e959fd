import { ApiError } from "../../../api.ts";
import { formError } from "../../../form-errors.ts";

/** The form's error of a request that sends mail. If the response is lost, the browser cannot know whether the email was accepted. */
export function sendError(error: unknown, paths: string[]): string | undefined {
  const text = formError(error, paths);
  return text !== undefined && isOutcomeUnknown(error)
    ? `${text} The email may have been accepted. You can safely try again: the email is accepted at most once.`
    : text;
}

/** No response, or that of a proxy or of a server in trouble. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500 || error.code === "idempotency_in_progress";
}
