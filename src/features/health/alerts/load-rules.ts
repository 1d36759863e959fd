import type { Database } from "../../../platform/db/index.ts";
import { listRuleChanges } from "./alert-queries.ts";
import { type RuleName, ruleNames, rules } from "./rules.ts";

export type AlertRule = { rule: RuleName; enabled: boolean; threshold: number };

/** All rules, as the operator has changed them. */
export async function loadRules(database: Database): Promise<AlertRule[]> {
  const changes = new Map((await listRuleChanges(database)).map((change) => [change.rule, change]));
  return ruleNames.map((rule) => {
    const change = changes.get(rule);
    return { rule, enabled: change?.enabled ?? true, threshold: change?.threshold ?? rules[rule].threshold };
  });
}
