import type { Claim, RecipientState } from "../../recipients/index.ts";
import type { AttemptResult } from "../outcome.ts";
import type { Hop } from "../route/hop.ts";

/** The last recorded stage of an attempt that is not settled. */
export type Entry = {
  claim: Claim;
  /** The state before the claim. */
  previousState: RecipientState;
  /** Its due time before the claim, in seconds since 1970. Null: unknown. */
  dueAt: number | null;
  /** The time of the claim's transaction (`ClaimTransaction`). Null: unknown. */
  takenAt: string | null;
} & (
  | { stage: "claimed" }
  /** It waits for a slot or a server. The worker does not work on it, so it does not cause a crash. */
  | { stage: "waiting" }
  /** The final dot was about to be sent. */
  | { stage: "ended"; taken: Hop["taken"] }
  | { stage: "answered"; result: AttemptResult }
);

/** Whether the final dot was certainly not sent. */
export function isUnsent({ stage }: Entry): boolean {
  return stage === "claimed" || stage === "waiting";
}
