import { type Actor, type Observation, SIGNALS } from "./signals.ts";

export type Verdict = {
  actor: Actor;
  /** In percent. */
  confidence: number;
  /** All signals that matched, the strongest first. */
  reasons: string[];
};

/** Says who made a request. The strongest signal decides. Pure. */
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
