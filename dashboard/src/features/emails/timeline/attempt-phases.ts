import type { EmailEvent } from "../../../api-types.ts";

type Durations = NonNullable<EmailEvent["detail"]["durations"]>;

export type AttemptPhase = {
  key: keyof Durations;
  label: string;
  ms: number;
  /** Where its bar begins and ends, as shares of the attempt from 0 to 1. */
  from: number;
  to: number;
};

export type AttemptTiming = {
  /** The wait before the attempt. */
  queueMs: number;
  totalMs: number;
  /** In order. Phases of less than half a millisecond are left out. */
  phases: AttemptPhase[];
  /** Whether the connection was open before. */
  isReused: boolean;
};

const LABELS: [keyof Durations, string][] = [
  ["dns", "DNS"],
  ["connect", "Connect"],
  ["tls", "TLS"],
  ["mail", "MAIL"],
  ["rcpt", "RCPT"],
  ["data", "DATA"],
  ["reply", "Reply"],
];

/** The phases of an attempt, in order. Null: they were not measured. */
export function attemptTiming(durations: Durations | undefined): AttemptTiming | null {
  if (durations === undefined) return null;
  const measured = LABELS.flatMap(([key, label]) => {
    const ms = durations[key] ?? 0;
    return ms > 0 ? [{ key, label, ms }] : [];
  });
  const totalMs = measured.reduce((sum, { ms }) => sum + ms, 0);
  if (totalMs === 0) return null;
  let before = 0;
  const phases = measured.map(({ key, label, ms }): AttemptPhase => {
    const from = before / totalMs;
    before += ms;
    return { key, label, ms, from, to: before / totalMs };
  });
  return { queueMs: durations.queue ?? 0, totalMs, phases, isReused: durations.connect === undefined };
}
