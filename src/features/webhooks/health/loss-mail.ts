type Lost = { id: string; url: string; lost: number; baseUrl: string };

/** The system mail to an account's users about events that were removed before a webhook got them. */
export function lossMail({ id, url, lost, baseUrl }: Lost): { subject: string; text: string } {
  const events = lost === 1 ? "1 event" : `${lost.toLocaleString("en")} events`;
  return {
    subject: `Webhook lost events: ${new URL(url).host}`,
    text: `The webhook ${url} lost ${events}: they became older than your account keeps events (event_retention_days) before they were sent. They cannot be sent again.

If its server works, enable the webhook. To lose no more events while it does not, increase event_retention_days in the settings of your account, or set it to null. More events may be lost until then; you get no other mail about this webhook until it works again.

${baseUrl}/webhooks/${id}
`,
  };
}
