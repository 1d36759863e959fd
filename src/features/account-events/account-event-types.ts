/** The types of account events, with their meaning. Generates docs/reference/events.md. */
export const ACCOUNT_EVENT_MEANINGS = {
  "contact.created": "A contact was created.",
  "contact.updated": "A contact's data changed.",
  "contact.deleted": "A contact was deleted.",
  "contact.subscribed": "A contact was subscribed again. `detail.by` is `recipient` if the person did it.",
  "contact.unsubscribed":
    "A contact was unsubscribed. `detail.by` is `recipient` if the person did it, also with a spam report.",
  "domain.added": "A sender domain was added.",
  "domain.verified": "The account's ownership of a sender domain was verified.",
  "domain.lost": "The account lost a sender domain, because its token was missing from the DNS.",
  "domain.transferred": "Another account verified a sender domain, so this account lost it.",
  "domain.removed": "A sender domain was removed.",
  "key.created": "An API key was created.",
  "key.rotated": "An API key got a new secret.",
  "key.revoked": "An API key was revoked.",
  "key.paused": "An API key was paused, because too much of its mail bounced.",
  "suppression.added": "An address was suppressed. `detail.email_id` is the email that caused it.",
  "suppression.changed":
    "A suppressed address has another reason, or its unsubscribe was added or undone. The event has the reason that is left.",
  "suppression.removed": "An address is no longer suppressed.",
  "webhook.disabled":
    "A webhook was disabled, because every request failed on five days in a row or its server returned 410 (Gone).",
} as const;

export type AccountEventType = keyof typeof ACCOUNT_EVENT_MEANINGS;
