import type { Reason } from "./meaning.ts";

type Traits = {
  hard?: true;
  /** It is about a name in DNS, and not about a mailbox. */
  isName?: true;
  isRecipientError?: true;
  slowDown?: true;
  retryAfterSeconds?: number;
};

/**
 * What a reason is for the address and for our manners; what is not named is false. Harm on either side: an address that is
 * called hard though it works never hears from its sender again; one that is dead and not called so ruins his reputation.
 */
export const TRAITS: Record<Reason, Traits> = {
  no_such_user: { hard: true, isRecipientError: true },
  no_such_domain: { hard: true, isName: true, isRecipientError: true },
  moved: { hard: true, isRecipientError: true },
  takes_no_mail: { hard: true, isName: true, isRecipientError: true },
  // These can pass: people clear their mailboxes, pay their bills, change their filters.
  mailbox_full: { isRecipientError: true, retryAfterSeconds: 4 * 3600 },
  suspended: { isRecipientError: true },
  filtered: { isRecipientError: true },
  // From here on it is about us, our message or a machine between (G9): the address is blameless.
  rejected_sender: {},
  spam_content: {},
  virus: {},
  content: {},
  too_large: {},
  blocked_sender_ip: { slowDown: true },
  missing_ptr: {},
  auth_failure: {},
  tls_required: {},
  login_required: {},
  policy: {},
  rate_limited: { slowDown: true, retryAfterSeconds: 15 * 60 },
  // Greylisting servers want 5 minutes; those that want more say so, or take it at the next try.
  greylisted: { retryAfterSeconds: 6 * 60 },
  relaying_denied: {},
  protocol_error: {},
  system_error: {},
  network: {},
  expired: {},
  delivered: {},
  unknown: {},
};
