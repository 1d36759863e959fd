type Lost = { id: string; url: string; lost: number; baseUrl: string };

/** The system mail to an account's users about events that retention deleted before a webhook received them. */
export function lossMail({ id, url, lost, baseUrl }: Lost): { subject: string; text: string } {
  const events = lost === 1 ? "1 event" : `${lost.toLocaleString("en")} events`;
  return {
    subject: `Webhook lost events: ${new URL(url).host}`,
    text: `The webhook ${url} lost up to ${events}. The number includes events of types that it does not receive. The events were older than event_retention_days of your account, and were deleted before they were sent. They cannot be sent again.

If its server works, enable the webhook. If not, increase event_retention_days in the settings of your account, so that no more events are lost. You get no other mail about lost events of this webhook until it works again.

${baseUrl}/webhooks/${id}
`,
  };
}
