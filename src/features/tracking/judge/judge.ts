import { type Actor, type Observation, SIGNALS } from "./signals.ts";

export type Verdict = {
  actor: Actor;
  /** In percent. */
  confidence: number;
  /** All signals that matched, the strongest first. */
  reasons: string[];
};

/** Decides whether a person or a program made a request. The signal with the highest confidence decides. Pure. */
export function judge(observation: Observation): Verdict {
  const matching = SIGNALS.filter(({ matches }) => matches(observation)).sort(
    (a, b) => b.confidence - a.confidence,
  );
  const [strongest] = matching;
  if (!strongest) return { actor: "unknown", confidence: 0, reasons: [] };
  return {
    actor: strongest.actor,
    confidence: strongest.confidence,
    reasons: matching.map(({ reason }) => reason),
  };
}
