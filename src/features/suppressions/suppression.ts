/** Why an address is suppressed. `unsubscribe` blocks only bulk mail, the other reasons block all mail. */
export const SUPPRESSION_REASONS = ["hard_bounce", "complaint", "unsubscribe", "manual"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** Why an address gets no mail of a stream: its suppression, or for bulk mail that its contact is not subscribed. */
export type ReasonForNoMail = SuppressionReason | "not_subscribed";

export type Stream = "transactional" | "bulk";

/**
 * Where a suppression came from. `id` is the id of the email that bounced, was reported as spam or held the link, or of the key,
 * person or import. An import also names the person or key that ran it. `unknown`: an unsubscribe that was kept beside another reason.
 */
export const SUPPRESSION_SOURCES = ["email", "link", "key", "user", "import", "unknown"] as const;
export type SuppressionSource = {
  type: (typeof SUPPRESSION_SOURCES)[number];
  id: string | null;
  personId?: string | null;
  keyId?: number | null;
};

/** The reply or report that caused a suppression, without its text. */
export type Reply = {
  code?: number | null | undefined;
  /** RFC 3463 enhanced status, such as `5.1.1`. */
  status?: string | null | undefined;
  host?: string | null | undefined;
  /** The SMTP phase of the reply, such as `rcpt`. */
  phase?: string | null | undefined;
};

export type NewSuppression = {
  accountId: string;
  /** As written by the caller, with the domain as A-labels. */
  address: string;
  reason: SuppressionReason;
  source: SuppressionSource;
  /** The event of the source email that caused the suppression. */
  eventId?: string | null | undefined;
  reply?: Reply | undefined;
  /** The text of the reply, or a person's note. */
  detail?: string | null;
  /** Null: the suppression never expires. An unsubscribe never does. */
  expiresAt?: Date | null;
  /** When the recipient unsubscribed from bulk mail. Can be set with any reason. */
  unsubscribedAt?: Date | null;
};

/** The result of adding a suppression: it was new, it replaced a weaker one, or the existing one is as strong or stronger. */
export type Added = "created" | "changed" | "unchanged";
