import type { ReasonForNoMail } from "../../suppressions/index.ts";
import type { AttemptResult } from "../outcome.ts";

const WHY: Record<ReasonForNoMail, string> = {
  hard_bounce: "The address is suppressed: earlier mail to it bounced permanently.",
  complaint: "The address is suppressed: its owner reported an email as spam.",
  unsubscribe: "The address is suppressed: its owner unsubscribed from bulk mail.",
  manual: "The address is suppressed: the account suppressed it manually.",
  not_subscribed: "The contact is not subscribed, so it gets no bulk mail.",
};

/** The result of a recipient whose address is suppressed. */
export function suppressed(reason: ReasonForNoMail): AttemptResult {
  return { kind: "suppressed", reason: WHY[reason], meaning: reason };
}
