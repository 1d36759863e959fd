type Lost = { id: string; url: string; lost: number; baseUrl: string };

/** The system mail to an account's users about events that retention deleted before a webhook received them. */
export function lossMail({ id, url, lost, baseUrl }: Lost): { subject: string; text: string } {
  const events = lost === 1 ? "1 event" : `${lost.toLocaleString("en")} events`;
  return {
    subject: `Webhook lost events: ${new URL(url).host}`,
    text: `The webhook ${url} lost up to ${events}. The number includes events of types that it does not receive. The events were older than the event retention of your account, and were deleted before they were sent. They cannot be sent again.

Fix the server. If the webhook is disabled, enable it then. Until it works again, you can avoid further losses by increasing the event retention under Settings → Account. You get no other mail about lost events of this webhook until then.

${baseUrl}/webhooks/${id}
`,
  };
}
