import type { Phase } from "../outcome.ts";
import type { Reason } from "./meaning.ts";

/** One thing that servers say. All that a row names must fit; the first row that fits decides. */
export type Row = {
  /** Real replies for which the row is there. A test reads each of them and demands the row's reason. */
  seen: string[];
  /** Tested against the text with every run of blanks made one. Without `.*`: its time must not grow with the text. */
  text?: RegExp;
  codes?: RegExp;
  enhanced?: RegExp;
  phases?: Phase[];
  reason: Reason;
  /** For no_such_user: it is meant so in answer to whatever. */
  isCertain?: true;
  /** What the server wants waited, where it says so or is known for it. */
  retryAfterSeconds?: number;
};
