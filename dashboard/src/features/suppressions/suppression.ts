import type { Reason, SourceType } from "../../api-types.ts";

export const REASONS = [
  "hard_bounce",
  "complaint",
  "unsubscribe",
  "manual",
] as const satisfies readonly Reason[];
export const REASON_NAMES: Record<Reason, string> = {
  hard_bounce: "Bounced",
  complaint: "Complained",
  unsubscribe: "Unsubscribed",
  manual: "Added by you",
};

export const SOURCE_TYPES = [
  "email",
  "link",
  "key",
  "user",
  "import",
  "unknown",
] as const satisfies readonly SourceType[];
export const SOURCE_NAMES: Record<SourceType, string> = {
  email: "Email",
  link: "Unsubscribe link",
  key: "API key",
  user: "Dashboard",
  import: "Import",
  unknown: "Unknown source",
};
