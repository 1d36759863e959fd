/** Why an address is suppressed. `unsubscribe` keeps back bulk mail, the others all mail. */
export const suppressionReasons = ["hard_bounce", "complaint", "unsubscribe", "manual"] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

export type Stream = "transactional" | "bulk";

/**
 * Where a suppression came from, and the id of it: the email that bounced or was complained about, the email whose link was
 * followed, a key, a user, an import.
 */
export const suppressionSources = ["email", "link", "key", "user", "import"] as const;
export type SuppressionSource = { type: (typeof suppressionSources)[number]; id: string | null };

export type NewSuppression = {
  accountId: string;
  /** As it was given; the domain as A-labels. */
  address: string;
  reason: SuppressionReason;
  source: SuppressionSource;
  /** For people, such as the reply of the recipient's server. */
  detail?: string | null;
  /** Null: never. An unsubscribe never expires. */
  expiresAt?: Date | null;
  /** That the recipient unsubscribed from bulk mail, whatever the reason. */
  unsubscribedAt?: Date | null;
};

/** What became of a suppression that was to be added: it was new, it says more than the one that stood, or it says no more. */
export type Added = "created" | "changed" | "unchanged";
