import type { Pause, QueueScope } from "../../api-types.ts";
import type { View } from "./queue-search.ts";

/** The scope that ends only this pause. */
export function scopeOfPause({ account_id, target, name }: Pause, view: View): QueueScope {
  return {
    ...(target !== "all" && { [target]: name }),
    ...(view !== "own" && account_id !== null && { account_id }),
  };
}

/** Accounts cannot end an operator's pause. */
export function mayResume({ by_operator }: Pause, view: View): boolean {
  return view !== "own" || !by_operator;
}
