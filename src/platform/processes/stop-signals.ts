/** A terminal signals the whole process group, and npm forwards its signal too. Signals within this time count as one. */
const SAME_SIGNAL_MS = 250;

/** Calls `first` at the first stop signal and `again` at later ones. Returns a function that stops listening. */
export function onStopSignal({
  first,
  again,
}: {
  first: (signal: NodeJS.Signals) => void;
  again: () => void;
}): () => void {
  let firstAt = 0;
  const listener = (signal: NodeJS.Signals) => {
    if (firstAt === 0) {
      firstAt = performance.now();
      first(signal);
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) again();
  };
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}
