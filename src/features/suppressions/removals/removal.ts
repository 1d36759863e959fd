import type { FilterInput } from "../api/read-filter.ts";

export const removalStates = ["previewed", "removing", "removed", "restoring", "restored"] as const;
export type RemovalState = (typeof removalStates)[number];

export type Removal = {
  account_id: string;
  id: string;
  state: RemovalState;
  /** As it was asked for. */
  filter: FilterInput;
  /** As PostgreSQL writes it, to the microsecond. */
  as_of: string;
  matched: number;
  removed: number;
  restored: number;
  /** How far the run has come. */
  after_id: string;
  updated_at: Date;
};

/** What a person looked at longer ago may no longer be what they have in mind. */
export const previewMinutes = 60;
/** Then what was removed is deleted for good. */
export const undoDays = 30;
