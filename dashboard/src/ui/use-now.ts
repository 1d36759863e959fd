import { useSyncExternalStore } from "react";

// Relative times are in minutes; a visible page is at most this far behind.
const TICK_MS = 15_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: number | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    now = Date.now();
    timer = window.setInterval(tick, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.clearInterval(timer);
  };
}

/** The current time, for relative times: one clock for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(listen, () => now);
}
