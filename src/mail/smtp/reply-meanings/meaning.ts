import type { Phase } from "../outcome.ts";

/** Why a server refused, in our words. `traits.ts` lists the consequences for the address and for us. */
export type Reason =
  | "no_such_user"
  | "no_such_domain"
  | "moved"
  | "takes_no_mail"
  | "mailbox_full"
  | "suspended"
  | "filtered"
  | "rejected_sender"
  | "spam_content"
  | "virus"
  | "content"
  | "too_large"
  | "blocked_sender_ip"
  | "missing_ptr"
  | "auth_failure"
  | "tls_required"
  | "login_required"
  | "policy"
  | "rate_limited"
  | "greylisted"
  | "relaying_denied"
  | "protocol_error"
  | "system_error"
  | "network"
  | "expired"
  | "delivered"
  | "unknown";

/** A reply, live or quoted in a bounce message. */
export type ReplyFacts = {
  code: number | null;
  /** RFC 3463. */
  enhanced: string | null;
  text: string;
  /** Where in the conversation, or null if unknown. */
  phase: Phase | null;
  /** The sender's addresses, if known. Words about them are not about the recipient. */
  senders?: readonly string[];
  recipient?: string | null;
  /** Whether one reply covers several recipients, so that it cannot be about a single address. */
  isForSeveral?: boolean;
};

export type Meaning = {
  reason: Reason;
  /** The address will never work: the same mail would fail again next year, from any sender. */
  hard: boolean;
  /**
   * Whether the address itself is the cause. A full mailbox is, though not hard. Policy, blocklists and content are not
   * (G9).
   */
  isRecipientError: boolean;
  /** The delay that the server asked for or is known to want. Absent: the caller's own retry schedule. */
  retryAfterSeconds?: number;
  /** The reply concerns the volume or rate of our mail to this mailbox provider, not this message. */
  slowDown: boolean;
};
