import type { Database } from "../../../platform/db/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { listRuleChanges, upsertRuleChange } from "./alert-queries.ts";
import type { AlertRule } from "./load-rules.ts";
import { type RuleName, rules } from "./rules.ts";

type Given = { rule: RuleName; change: { enabled?: boolean; threshold?: number | null } };

/** Changes what is given; a threshold of null is the usual one. It stands in the audit log of the operator's account. */
export async function changeAlertRule(
  database: Database,
  { rule, change }: Given,
  doer: { accountId: string; by: Actor },
): Promise<AlertRule> {
  const known = (await listRuleChanges(database)).find((one) => one.rule === rule);
  const before = { enabled: known?.enabled ?? true, threshold: known?.threshold ?? null };
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
    await insertAuditEvent(db, { ...doer, action: "alert_rule.changed", keyId: null, detail });
  });
  return to;
}

function viewOf(
  rule: RuleName,
  { enabled, threshold }: { enabled: boolean; threshold: number | null },
): AlertRule {
  return { rule, enabled, threshold: threshold ?? rules[rule].threshold };
}
