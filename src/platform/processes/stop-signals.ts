/** A terminal signals the whole process group and npm passes the signal on: within this time it is one and the same. */
const sameSignalMs = 250;

/** Calls `first` at the first signal to stop and `again` at a later one. Returns a function that stops listening. */
export function onStopSignal({ first, again }: { first: () => void; again: () => void }): () => void {
  let firstAt = 0;
  const listener = () => {
    if (firstAt === 0) {
      firstAt = performance.now();
      first();
    } else if (performance.now() - firstAt > sameSignalMs) again();
  };
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}
