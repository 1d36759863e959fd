import type { Database } from "../../../platform/db/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { listRuleChanges, upsertRuleChange } from "./alert-queries.ts";
import type { AlertRule } from "./load-rules.ts";
import { RULES, type RuleName } from "./rules.ts";

type RuleUpdate = { rule: RuleName; change: { enabled?: boolean; threshold?: number | null } };

/** Changes a rule; a threshold of null restores the default. The change is recorded in the audit log of the operator's account. */
export async function changeAlertRule(
  database: Database,
  { rule, change }: RuleUpdate,
  actor: { accountId: string; by: Actor },
): Promise<AlertRule> {
  const stored = (await listRuleChanges(database)).find((row) => row.rule === rule);
  const before = { enabled: stored?.enabled ?? true, threshold: stored?.threshold ?? null };
  const after = { ...before, ...change };
  const [from, to] = [viewOf(rule, before), viewOf(rule, after)];
  await database.db.transaction().execute(async (db) => {
    await upsertRuleChange(db, { rule, ...after });
    const changes = {
      ...(from.enabled !== to.enabled && { enabled: { from: from.enabled, to: to.enabled } }),
      ...(from.threshold !== to.threshold && { threshold: { from: from.threshold, to: to.threshold } }),
    };
    if (Object.keys(changes).length === 0) return;
    const detail = { name: rule, changes };
    await insertAuditEvent(db, { ...actor, action: "alert_rule.changed", keyId: null, detail });
  });
  return to;
}

function viewOf(
  rule: RuleName,
  { enabled, threshold }: { enabled: boolean; threshold: number | null },
): AlertRule {
  return { rule, enabled, threshold: threshold ?? RULES[rule].threshold };
}
