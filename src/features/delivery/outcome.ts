import type { RecipientState } from "../emails/index.ts";

/** What one attempt did for one recipient, as far as we know. */
export type AttemptResult = {
  kind: "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "uncertain";
  reason: string;
  /** An event that followed at once and leaves the state as it is. */
  followedBy?: "complained";
  phase?: string;
  host?: string;
  code?: number;
  enhanced?: string;
  line?: string;
};

/** What to record: the state that the recipient enters and, if it is open, the time until the next attempt. */
export type Decision = { state: RecipientState; retrySeconds: number | null; result: AttemptResult };
