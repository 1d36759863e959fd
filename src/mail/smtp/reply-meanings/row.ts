import type { Phase } from "../outcome.ts";
import type { Reason } from "./meaning.ts";

/** One kind of reply. All conditions of a row must match; the first matching row decides. */
export type Row = {
  /** Real replies for which this row exists. A test checks that each of them gets the row's reason. */
  seen: string[];
  /**
   * Matched against the text with every run of blanks reduced to one. Contains no `.*`, so that the matching time does not
   * grow with the text.
   */
  text?: RegExp;
  codes?: RegExp;
  enhanced?: RegExp;
  phases?: Phase[];
  reason: Reason;
  /** For no_such_user: the reason is certain in every phase. */
  isCertain?: true;
  /** The delay that the server asks for or is known to require. */
  retryAfterSeconds?: number;
};
