import type { Pause, Scope, View } from "./queue.ts";

/** The scope that ends just this pause. */
export function scopeOfPause({ account_id, target, name }: Pause, view: View): Scope {
  return {
    ...(target !== "all" && { [target]: name }),
    ...(view !== "own" && account_id !== null && { account_id }),
  };
}

/** What the operator has paused no account lets go on. */
export function mayResume({ by_operator }: Pause, view: View): boolean {
  return view !== "own" || !by_operator;
}
