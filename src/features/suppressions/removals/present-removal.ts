import { timeOfId } from "../../../platform/ids/index.ts";
import { previewMinutes, type Removal, type RemovalState, undoDays } from "./removal.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const lifetimesMs: Partial<Record<RemovalState, number>> = {
  previewed: previewMinutes * minuteMs,
  removed: undoDays * dayMs,
};

export function presentRemoval(removal: Removal) {
  const { id, state, filter, as_of, matched, removed, restored, updated_at } = removal;
  const lifetimeMs = lifetimesMs[state];
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
