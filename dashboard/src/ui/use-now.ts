import { useSyncExternalStore } from "react";

// Relative times are in minutes; a page that is looked at is at most this far behind.
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

/** The time, for saying how long ago something was: one clock for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(listen, () => now);
}
