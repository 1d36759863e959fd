/** Why an address is suppressed. `unsubscribe` keeps back bulk mail, the others all mail. */
export const suppressionReasons = ["hard_bounce", "complaint", "unsubscribe", "manual"] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

export type Stream = "transactional" | "bulk";

/**
 * Where a suppression came from. `id` names the email that bounced, was complained about, or whose link was followed; else the key,
 * the person, or the import. An import also names the person or key that sent it.
 */
export const suppressionSources = ["email", "link", "key", "user", "import"] as const;
export type SuppressionSource = {
  type: (typeof suppressionSources)[number];
  id: string | null;
  personId?: string | null;
  keyId?: number | null;
};

/** The reply or report that led to a suppression, besides its text. */
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
  /** As it was given; the domain as A-labels. */
  address: string;
  reason: SuppressionReason;
  source: SuppressionSource;
  /** The event of the source email that made the suppression. */
  eventId?: string | null | undefined;
  reply?: Reply | undefined;
  /** The text of the reply, or a person's note. */
  detail?: string | null;
  /** Null: never. An unsubscribe never expires. */
  expiresAt?: Date | null;
  /** That the recipient unsubscribed from bulk mail, whatever the reason. */
  unsubscribedAt?: Date | null;
};

/** What became of a suppression that was to be added: it was new, it says more than the one that stood, or it says no more. */
export type Added = "created" | "changed" | "unchanged";
