import type { RecipientState } from "../emails/index.ts";

/** What one attempt did for one recipient, as far as we know. */
export type AttemptResult = {
  kind: "delivered" | "captured" | "deferred" | "bounced" | "uncertain";
  reason: string;
  phase?: string;
  host?: string;
  code?: number;
  enhanced?: string;
  line?: string;
};

/** What to record: the state that the recipient enters and, if it is open, the time until the next attempt. */
export type Decision = { state: RecipientState; retrySeconds: number | null; result: AttemptResult };
