import type { Database } from "../../../platform/db/index.ts";
import type { AlertRule } from "../../alert-rule.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { listRuleChanges, type RuleChange, upsertRuleChange } from "./alert-queries.ts";
import { type ConfiguredRule, configuredRule } from "./load-rules.ts";

type RuleUpdate = { name: string; rule: AlertRule; change: Partial<Omit<RuleChange, "rule">> };

/** Changes a rule; a threshold of null restores the default. The change is recorded in the audit log of the operator's account. */
export async function changeAlertRule(
  database: Database,
  { name, rule, change }: RuleUpdate,
  actor: { accountId: string; by: Actor },
): Promise<ConfiguredRule> {
  const stored = (await listRuleChanges(database)).find((row) => row.rule === name);
  const next = { enabled: true, threshold: null, ...stored, ...change, rule: name };
  const [from, to] = [configuredRule(name, rule, stored), configuredRule(name, rule, next)];
  await database.db.transaction().execute(async (db) => {
    await upsertRuleChange(db, next);
    const changes = {
      ...(from.enabled !== to.enabled && { enabled: { from: from.enabled, to: to.enabled } }),
      ...(from.threshold !== to.threshold && { threshold: { from: from.threshold, to: to.threshold } }),
    };
    if (Object.keys(changes).length === 0) return;
    await insertAuditEvent(db, {
      ...actor,
      action: "alert_rule.changed",
      keyId: null,
      detail: { name, changes },
    });
  });
  return to;
}
