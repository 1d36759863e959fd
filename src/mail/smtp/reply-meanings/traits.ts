import type { Reason } from "./meaning.ts";

type Traits = {
  hard?: true;
  /** Whether the reason is about a DNS name, not a mailbox. */
  isName?: true;
  isRecipientError?: true;
  slowDown?: true;
  retryAfterSeconds?: number;
};

/**
 * The consequences of a reason for the address and for our sending rate; omitted traits are false. Both mistakes do harm: a
 * working address that is marked hard never gets mail from its sender again; a dead address that is not marked hard ruins
 * the sender's reputation.
 */
export const TRAITS: Record<Reason, Traits> = {
  no_such_user: { hard: true, isRecipientError: true },
  no_such_domain: { hard: true, isName: true, isRecipientError: true },
  moved: { hard: true, isRecipientError: true },
  takes_no_mail: { hard: true, isName: true, isRecipientError: true },
  // These reasons may pass: the owner may empty the mailbox, pay a bill or change a filter.
  mailbox_full: { isRecipientError: true, retryAfterSeconds: 4 * 3600 },
  suspended: { isRecipientError: true },
  filtered: { isRecipientError: true },
  // The reasons below are about us, our message or a server in between (G9): the address is not to blame.
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
  // Most greylisting servers require 5 minutes. Those that require more state the delay, or accept the next retry.
  greylisted: { retryAfterSeconds: 6 * 60 },
  relaying_denied: {},
  protocol_error: {},
  system_error: {},
  network: {},
  expired: {},
  delivered: {},
  unknown: {},
};

/** Whether mail to the address will always fail for this reason. */
export function isHardReason(reason: string): boolean {
  return Object.hasOwn(TRAITS, reason) && TRAITS[reason as Reason].hard === true;
}
