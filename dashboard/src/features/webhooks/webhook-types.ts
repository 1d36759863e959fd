import type { WebhookFormat, WebhookType } from "../../api-types.ts";

type Group = { label: string; types: readonly { type: WebhookType; label: string; hint?: string }[] };

/** The types of events, in groups. */
export const TYPE_GROUPS: readonly Group[] = [
  {
    label: "Accepted",
    types: [
      { type: "email.queued", label: "Queued", hint: "Accepted, or a scheduled email is due." },
      { type: "email.scheduled", label: "Scheduled", hint: "Accepted, and sent later." },
    ],
  },
  {
    label: "Delivery",
    types: [
      { type: "email.delivered", label: "Delivered", hint: "The receiving server accepted the email." },
      { type: "email.deferred", label: "Deferred", hint: "Refused for now, and retried." },
      { type: "email.bounced", label: "Bounced", hint: "Refused permanently." },
      { type: "email.complained", label: "Complained", hint: "Reported as spam." },
      { type: "email.captured", label: "Captured", hint: "Stored in the inbox, in test mode." },
    ],
  },
  {
    label: "Not sent",
    types: [
      { type: "email.suppressed", label: "Suppressed", hint: "The address is suppressed." },
      { type: "email.canceled", label: "Canceled", hint: "Canceled before it was sent." },
      { type: "email.expired", label: "Expired", hint: "Not delivered in time." },
      { type: "email.uncertain", label: "Uncertain", hint: "The connection broke before the final reply." },
    ],
  },
  {
    label: "Engagement",
    types: [
      { type: "email.opened", label: "Opened", hint: "The email's image was loaded." },
      { type: "email.clicked", label: "Clicked", hint: "A link was followed." },
      {
        type: "email.unsubscribed",
        label: "Unsubscribed",
        hint: "With the unsubscribe link or the mail client's button.",
      },
    ],
  },
  {
    label: "Contacts",
    types: [
      { type: "contact.created", label: "Created" },
      { type: "contact.updated", label: "Updated" },
      { type: "contact.deleted", label: "Deleted" },
      { type: "contact.subscribed", label: "Subscribed" },
      { type: "contact.unsubscribed", label: "Unsubscribed" },
    ],
  },
  {
    label: "Domains",
    types: [
      { type: "domain.added", label: "Added" },
      { type: "domain.verified", label: "Verified" },
      { type: "domain.lost", label: "Lost" },
      { type: "domain.transferred", label: "Transferred" },
      { type: "domain.removed", label: "Removed" },
    ],
  },
  {
    label: "Suppressions",
    types: [
      { type: "suppression.added", label: "Added" },
      { type: "suppression.changed", label: "Changed" },
      { type: "suppression.removed", label: "Removed" },
    ],
  },
  {
    label: "API keys and webhooks",
    types: [
      { type: "key.created", label: "Key created" },
      { type: "key.rotated", label: "Key rotated" },
      { type: "key.revoked", label: "Key revoked" },
      { type: "key.paused", label: "Key paused" },
      { type: "webhook.disabled", label: "Webhook disabled" },
    ],
  },
];

export const ALL_TYPES: readonly WebhookType[] = TYPE_GROUPS.flatMap(({ types }) =>
  types.map(({ type }) => type),
);

export const FORMAT_NAMES: Record<WebhookFormat, string> = {
  posthouse: "Posthouse",
  resend: "Resend",
  postmark: "Postmark",
  sendgrid: "SendGrid",
};

/** "All events", "email.delivered", "3 event types" */
export function describeTypes(types: readonly string[]): string {
  if (types.length === 0) return "All events";
  return types.length === 1 ? (types[0] ?? "") : `${types.length} event types`;
}
