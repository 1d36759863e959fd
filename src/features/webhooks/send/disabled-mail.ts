import type { DisabledReason, WebhookRow } from "../webhook.ts";

type Disabled = { webhook: Pick<WebhookRow, "id" | "url">; reason: DisabledReason; baseUrl: string };

/** The system mail to an account's users about a webhook that was disabled. */
export function disabledMail({ webhook: { id, url }, reason, baseUrl }: Disabled): {
  subject: string;
  text: string;
} {
  const cause =
    reason === "gone"
      ? "Its server returned status 410 (Gone), which asks for no more events."
      : "Every request to it has failed for five days.";
  return {
    subject: `Webhook disabled: ${new URL(url).host}`,
    text: `The webhook ${url} was disabled. ${cause}

Its events are kept. When the server works again, enable the webhook, and it receives the events since then:

${baseUrl}/webhooks/${id}
`,
  };
}
