import type { Reason, SourceType } from "../../api-types.ts";

export const reasons = [
  "hard_bounce",
  "complaint",
  "unsubscribe",
  "manual",
] as const satisfies readonly Reason[];
export const reasonNames: Record<Reason, string> = {
  hard_bounce: "Bounced",
  complaint: "Complained",
  unsubscribe: "Unsubscribed",
  manual: "Added by you",
};

export const sourceTypes = [
  "email",
  "link",
  "key",
  "user",
  "import",
] as const satisfies readonly SourceType[];
export const sourceNames: Record<SourceType, string> = {
  email: "Email",
  link: "Unsubscribe link",
  key: "API key",
  user: "Dashboard",
  import: "Import",
};
