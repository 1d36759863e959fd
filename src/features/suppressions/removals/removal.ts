import type { FilterInput } from "../http/read-filter.ts";

export const REMOVAL_STATES = ["previewed", "removing", "removed", "restoring", "restored"] as const;
export type RemovalState = (typeof REMOVAL_STATES)[number];

export type Removal = {
  account_id: string;
  id: string;
  state: RemovalState;
  /** As requested. */
  filter: FilterInput;
  /** PostgreSQL's text form, precise to the microsecond. */
  as_of: string;
  matched: number;
  removed: number;
  restored: number;
  /** The last id that the run has walked. */
  after_id: string;
  updated_at: Date;
};

/** A person who runs an older preview may no longer remember what it showed. */
export const PREVIEW_MINUTES = 60;
/** After this time the removed suppressions are deleted permanently. */
export const UNDO_DAYS = 30;
