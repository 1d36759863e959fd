import type { Database } from "../../../platform/db/index.ts";
import { listRuleChanges } from "./alert-queries.ts";
import { RULE_NAMES, RULES, type RuleName } from "./rules.ts";

export type AlertRule = { rule: RuleName; enabled: boolean; threshold: number };

/** Loads all rules with the operators' changes applied. */
export async function loadRules(database: Database): Promise<AlertRule[]> {
  const changes = new Map((await listRuleChanges(database)).map((change) => [change.rule, change]));
  return RULE_NAMES.map((rule) => {
    const change = changes.get(rule);
    return { rule, enabled: change?.enabled ?? true, threshold: change?.threshold ?? RULES[rule].threshold };
  });
}
