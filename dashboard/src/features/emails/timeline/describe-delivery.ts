import type { EmailWebhookDelivery } from "../../../api-types.ts";
import { formatElapsed } from "../../../ui/format-elapsed.ts";

/** The name of a webhook: its description, or the host of its URL. */
export function nameOfWebhook({ url, description }: EmailWebhookDelivery["webhook"]): string {
  if (description) return description;
  if (url === null) return "removed webhook";
  return URL.canParse(url) ? new URL(url).host : url;
}

/** "Responded after 41 ms." or "Did not respond after 30 s." */
export function describeWebhookAttempt({
  status,
  error,
  duration_ms,
}: EmailWebhookDelivery["log"][number]): string {
  const took = formatElapsed(duration_ms);
  if (status !== null) return `Responded after ${took}.`;
  return `The URL ${error ?? "did not respond"}, after ${took}.`;
}

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
