import type { Claim, RecipientState } from "../../recipients/index.ts";
import type { AttemptResult } from "../outcome.ts";
import type { Hop } from "../route/hop.ts";

/** How far an attempt came that is not settled, as far as its worker told. */
export type Entry = {
  claim: Claim;
  /** The state that it was claimed from. */
  previousState: RecipientState;
  /** When it was due before the claim, in seconds since 1970; null: not known. */
  dueAt: number | null;
} & (
  | { stage: "claimed" }
  /** Its way is known and its turn has not come: nothing is done with it, so it does not end its worker. */
  | { stage: "waiting" }
  /** The final dot was about to leave. */
  | { stage: "ended"; taken: Hop["taken"] }
  | { stage: "answered"; result: AttemptResult }
);
