import type { SuppressionReason } from "../../suppressions/index.ts";
import type { AttemptResult } from "../outcome.ts";

const WHY: Record<SuppressionReason, string> = {
  hard_bounce: "earlier mail to it bounced permanently",
  complaint: "its owner reported an email as spam",
  unsubscribe: "its owner unsubscribed from bulk mail",
  manual: "the account suppressed it manually",
};

/** The result of a recipient whose address is suppressed. */
export function suppressed(reason: SuppressionReason): AttemptResult {
  return { kind: "suppressed", reason: `The address is suppressed: ${WHY[reason]}.`, meaning: reason };
}
