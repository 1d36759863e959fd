import type { Phase } from "../outcome.ts";

/** The reason of a reply, as Posthouse classifies it. `traits.ts` lists the consequences for the address and for us. */
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
  /** The phase of the conversation in which the server sent the reply, or null if unknown. */
  phase: Phase | null;
  /** The sender's addresses, if known. Words about them are not about the recipient. */
  senders?: readonly string[];
  recipient?: string | null;
  /** Whether one reply covers several recipients, so that it cannot be about a single address. */
  isForSeveral?: boolean;
};

export type Meaning = {
  reason: Reason;
  /** Whether the address will never work: the same mail would fail again next year, from any sender. */
  hard: boolean;
  /**
   * Whether the address itself is the cause. A full mailbox counts, although it is not hard. Policies, blocklists and
   * content do not count (G9).
   */
  isRecipientError: boolean;
  /** The delay that the server asked for or is known to require. If absent, the caller's own retry schedule applies. */
  retryAfterSeconds?: number;
  /** Whether the reply concerns the volume or rate of our mail to this mailbox provider, not this message. */
  slowDown: boolean;
};
