import type { Database } from "../platform/db/index.ts";

/** A condition that the operators of the instance are alerted to. A feature declares its rules by name in its alert-rules.ts. */
export type AlertRule = {
  meaning: string;
  /** Unit of the threshold, or null when the rule has none. */
  unit: string | null;
  /** The default. Operators may change it. */
  threshold: number;
  /** Finds all present incidents. Called every 30 seconds on one node. */
  find: (context: RuleContext) => Promise<Incident[]>;
};

/** `threshold` is the current one. */
type RuleContext = { database: Database; threshold: number };

/** One incident of a rule. `subject` distinguishes incidents of the same rule; `words` is the text for the operators. */
export type Incident = { subject: string; words: string };

/** An incident of the whole instance. */
export function instanceIncident(words: string): Incident {
  return { subject: "", words };
}
