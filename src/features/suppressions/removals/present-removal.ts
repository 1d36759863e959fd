import { timeOfId } from "../../../platform/ids/index.ts";
import { PREVIEW_MINUTES, type Removal, type RemovalState, UNDO_DAYS } from "./removal.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LIFETIMES_MS: Partial<Record<RemovalState, number>> = {
  previewed: PREVIEW_MINUTES * MINUTE_MS,
  removed: UNDO_DAYS * DAY_MS,
};

export function presentRemoval(removal: Removal) {
  const { id, state, filter, as_of, matched, removed, restored, updated_at } = removal;
  const lifetimeMs = LIFETIMES_MS[state];
  return {
    id,
    state,
    filter,
    matched,
    removed,
    restored,
    as_of: new Date(as_of).toISOString(),
    created_at: timeOfId(id).toISOString(),
    expires_at: lifetimeMs === undefined ? null : new Date(updated_at.getTime() + lifetimeMs).toISOString(),
  };
}
