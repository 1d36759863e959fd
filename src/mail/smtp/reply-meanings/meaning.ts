import type { Phase } from "../outcome.ts";

/** Why a server said no, in our words. What each is for the address and for us is in `traits.ts`. */
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

/** A reply, live or as a bounce quotes it. */
export type ReplyFacts = {
  code: number | null;
  /** RFC 3463. */
  enhanced: string | null;
  text: string;
  /** Where in the conversation, null when nobody knows. */
  phase: Phase | null;
  /** The sender's addresses, where they are known: what a reply says of them is not about the recipient. */
  senders?: readonly string[];
  recipient?: string | null;
  /** Whether one reply answers for several recipients: then it cannot be about the address of one. */
  isForSeveral?: boolean;
};

export type Meaning = {
  reason: Reason;
  /** The address will never work: the same mail next year would fail again, whoever sends it. */
  hard: boolean;
  /** Whether the address may be blamed at all. A full mailbox: yes, though not hard. Policy, blocklists, content: no (G9). */
  isRecipientError: boolean;
  /** What the server asked for or is known to want; absent: the caller's own ladder. */
  retryAfterSeconds?: number;
  /** It is about how much or how fast we send to this operator, not about this message. */
  slowDown: boolean;
};
