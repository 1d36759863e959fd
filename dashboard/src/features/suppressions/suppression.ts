export const reasons = ["hard_bounce", "complaint", "unsubscribe", "manual"] as const;
export type Reason = (typeof reasons)[number];

export const reasonNames: Record<Reason, string> = {
  hard_bounce: "Bounced",
  complaint: "Complained",
  unsubscribe: "Unsubscribed",
  manual: "Added by you",
};

export const sourceTypes = ["email", "link", "key", "user", "import"] as const;
export type SourceType = (typeof sourceTypes)[number];

export const sourceNames: Record<SourceType, string> = {
  email: "Email",
  link: "Unsubscribe link",
  key: "API key",
  user: "Dashboard",
  import: "Import",
};

export interface Suppression {
  address: string;
  reason: Reason;
  stream: "all" | "bulk";
  unsubscribed_at: string | null;
  expires_at: string | null;
  source: { type: SourceType; id: string | null; user_id: string | null; key_id: number | null };
  /** The event that made it. */
  event: { id: string; email_id: string | null; created_at: string } | null;
  reply: { code: number | null; status: string | null; host: string | null; phase: string | null } | null;
  detail: string | null;
  created_at: string;
}
