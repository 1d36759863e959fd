import type { Db } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { type AuditActor, recordChange } from "../audit.ts";
import { ruleLimitReached, ruleNotFound } from "../errors.ts";
import type { RouteDeps } from "../http/route-deps.ts";
import type { ChangeRuleRequest, CreateRuleRequest } from "../http/rule-schema.ts";
import { lockOwner } from "../lock-owner.ts";
import { findOneRule } from "./find-rules.ts";
import { deleteRule, findRule, insertRule, listRules, renumberRules, updateRule } from "./queries.ts";
import { checkRule, readChange, readNewRule } from "./read-rule.ts";

/** Every rule is evaluated for every email. */
const MAX_RULES = 100;

type Deps = Pick<RouteDeps, "database" | "policies">;
type View = Awaited<ReturnType<typeof findOneRule>>;

/** Adds a rule, last unless a position is given. Errors: `validation_failed`, `routing_rule_limit_reached`. */
export async function createRule(
  { database, policies }: Deps,
  { accountId, input, actor }: { accountId: string; input: CreateRuleRequest; actor: AuditActor },
): Promise<View> {
  const rule = readNewRule(input);
  const id = newId();
  return await database.db.transaction().execute(async (db) => {
    await lockOwner(db, accountId);
    const count = (await listRules(db, accountId)).length;
    if (count >= MAX_RULES)
      throw ruleLimitReached(`There are ${MAX_RULES} rules, which is the limit. Delete one first.`);
    await insertRule(
      db,
      { accountId, id, position: count + 1 },
      await checkRule(db, rule, { accountId, policies }),
    );
    if (input.position !== undefined) await moveRule(db, { accountId, id, position: input.position });
    const created = await findOneRule(db, { accountId, id });
    const after = settingsOf(created);
    await recordChange(db, actor, {
      action: "routing_rule.created",
      ownerId: accountId,
      name: created.name,
      after,
    });
    return created;
  });
}

/** Changes the given fields. Errors: `validation_failed`, `routing_rule_not_found`. */
export async function changeRule(
  { database, policies }: Deps,
  {
    accountId,
    id,
    input,
    actor,
  }: { accountId: string; id: string; input: ChangeRuleRequest; actor: AuditActor },
): Promise<View> {
  const change = readChange(input);
  return await database.db.transaction().execute(async (db) => {
    await lockOwner(db, accountId);
    const before = await findRule(db, { accountId, id });
    if (!before) throw ruleNotFound();
    const view = await findOneRule(db, { accountId, id });
    const { account_id: _, id: __, position: ___, updated_at: ____, ...columns } = before;
    const after = await checkRule(db, { ...columns, ...change }, { accountId, policies });
    if (Object.keys(change).length > 0) await updateRule(db, { accountId, id }, after);
    if (input.position !== undefined) await moveRule(db, { accountId, id, position: input.position });
    const changed = await findOneRule(db, { accountId, id });
    await recordChange(db, actor, {
      action: "routing_rule.changed",
      ownerId: accountId,
      name: view.name,
      before: settingsOf(view),
      after: settingsOf(changed),
    });
    return changed;
  });
}

/** Error: `routing_rule_not_found`. */
export async function removeRule(
  { database }: Pick<Deps, "database">,
  { accountId, id, actor }: { accountId: string; id: string; actor: AuditActor },
): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    await lockOwner(db, accountId);
    const view = await findOneRule(db, { accountId, id });
    await deleteRule(db, { accountId, id });
    const remaining = await listRules(db, accountId);
    await renumberRules(
      db,
      accountId,
      remaining.map((rule) => rule.id),
    );
    const before = settingsOf(view);
    await recordChange(db, actor, {
      action: "routing_rule.removed",
      ownerId: accountId,
      name: view.name,
      before,
    });
  });
}

/** A rule's settings for the audit log. The summary contains everything except `enabled`. */
function settingsOf({ summary, enabled }: View) {
  return { rule: summary, enabled };
}

/** Moves a rule and renumbers the others. A position beyond the end means last. */
async function moveRule(
  db: Db,
  { accountId, id, position }: { accountId: string; id: string; position: number },
): Promise<void> {
  const others = (await listRules(db, accountId)).map((rule) => rule.id).filter((other) => other !== id);
  await renumberRules(db, accountId, others.toSpliced(position - 1, 0, id));
}
