import type { Database } from "../../../platform/db/index.ts";
import type { AlertRule } from "../../alert-rule.ts";
import { listRuleChanges, type RuleChange } from "./alert-queries.ts";

/** The rules of all features, by name. */
export type AlertRules = Readonly<Record<string, AlertRule>>;

/** A rule as the operators have configured it. `threshold` is the current one. */
export type ConfiguredRule = Pick<AlertRule, "meaning" | "unit" | "find"> & {
  name: string;
  enabled: boolean;
  threshold: number;
  defaultThreshold: number;
};

/** Loads all rules with the operators' changes applied. */
export async function loadRules(database: Database, rules: AlertRules): Promise<ConfiguredRule[]> {
  const changes = new Map((await listRuleChanges(database)).map((change) => [change.rule, change]));
  return Object.entries(rules).map(([name, rule]) => configuredRule(name, rule, changes.get(name)));
}

export function configuredRule(
  name: string,
  { meaning, unit, find, threshold: defaultThreshold }: AlertRule,
  change: Omit<RuleChange, "rule"> | undefined,
): ConfiguredRule {
  const { enabled = true, threshold = null } = change ?? {};
  return { name, meaning, unit, find, enabled, threshold: threshold ?? defaultThreshold, defaultThreshold };
}
