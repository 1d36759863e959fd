/**
 * The durations of an attempt's phases, in whole milliseconds. A phase that took less than half a millisecond is left out. `connect`
 * ends with the reply to EHLO or AUTH, and is at least 1 where a connection was opened; `data` ends with the final dot, and `reply` is the
 * time until the reply to it. The recipients of a transaction share the object.
 */
export type Durations = Partial<
  Record<"queue" | "dns" | "connect" | "tls" | "mail" | "rcpt" | "data" | "reply", number>
>;

/** Measures phases, one after the other. */
export class Stopwatch {
  #at = performance.now();
  readonly durations: Durations;

  constructor(durations: Durations) {
    this.durations = durations;
  }

  /** Ends a phase, and begins the next. */
  end(phase: keyof Durations): void {
    const now = performance.now();
    addDuration(this.durations, phase, now - this.#at);
    this.#at = now;
  }
}

export function addDuration(durations: Durations, phase: keyof Durations, ms: number): void {
  const rounded = Math.round(ms);
  if (rounded > 0) durations[phase] = (durations[phase] ?? 0) + rounded;
}

/** Adds the wait for a free connection to the time in the queue. The rest of the wait is the time in which the connection was opened. */
export function addWait(durations: Durations, waitedMs: number): void {
  const { dns = 0, connect = 0, tls = 0 } = durations;
  addDuration(durations, "queue", waitedMs - dns - connect - tls);
}
