import type { SuppressionReason } from "../../suppressions/index.ts";
import type { AttemptResult } from "../outcome.ts";

const why: Record<SuppressionReason, string> = {
  hard_bounce: "mail to it came back for good before",
  complaint: "its owner reported mail as spam",
  unsubscribe: "its owner unsubscribed from bulk mail",
  manual: "the account does not want to write to it",
};

/** A recipient to whom nothing is sent, because the address is on the account's suppression list. */
export function suppressed(reason: SuppressionReason): AttemptResult {
  return { kind: "suppressed", reason: `The address is suppressed: ${why[reason]}.`, meaning: reason };
}
