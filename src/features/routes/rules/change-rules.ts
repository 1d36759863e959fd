import type { Db } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { ruleLimitReached, ruleNotFound } from "../errors.ts";
import { lockOwner } from "../lock-owner.ts";
import type { RouteDeps } from "../route-deps.ts";
import { deleteRule, findRule, insertRule, listRules, renumberRules, updateRule } from "./queries.ts";
import { checkRule, readChange, readNewRule } from "./read-rule.ts";
import type { ChangeRuleRequest, CreateRuleRequest } from "./schema.ts";

/** Each is looked at for every email. */
const maxRules = 100;

type Deps = Pick<RouteDeps, "database" | "saas">;

/** Behind all others, unless a position is given. Answers its id. Errors: `validation_failed`, `routing_rule_limit_reached`. */
export async function createRule(
  { database, saas }: Deps,
  { accountId, input }: { accountId: string; input: CreateRuleRequest },
): Promise<string> {
  const rule = readNewRule(input);
  const id = newId();
  await database.db.transaction().execute(async (db) => {
    await lockOwner(db, accountId);
    const count = (await listRules(db, accountId)).length;
    if (count >= maxRules)
      throw ruleLimitReached(`There are ${maxRules} rules, which is the limit. Delete one first.`);
    await insertRule(
      db,
      { accountId, id, position: count + 1 },
      await checkRule(db, rule, { accountId, saas }),
    );
    if (input.position !== undefined) await moveRule(db, { accountId, id, position: input.position });
  });
  return id;
}

/** Changes what is given and leaves the rest. Errors: `validation_failed`, `routing_rule_not_found`. */
export async function changeRule(
  { database, saas }: Deps,
  { accountId, id, input }: { accountId: string; id: string; input: ChangeRuleRequest },
): Promise<void> {
  const change = readChange(input);
  await database.db.transaction().execute(async (db) => {
    await lockOwner(db, accountId);
    const before = await findRule(db, { accountId, id });
    if (!before) throw ruleNotFound();
    const { account_id: _, id: __, position: ___, updated_at: ____, ...columns } = before;
    const after = await checkRule(db, { ...columns, ...change }, { accountId, saas });
    if (Object.keys(change).length > 0) await updateRule(db, { accountId, id }, after);
    if (input.position !== undefined) await moveRule(db, { accountId, id, position: input.position });
  });
}

/** Error: `routing_rule_not_found`. */
export async function removeRule(
  { database }: Pick<Deps, "database">,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    await lockOwner(db, accountId);
    if (!(await deleteRule(db, { accountId, id }))) throw ruleNotFound();
    const left = await listRules(db, accountId);
    await renumberRules(
      db,
      accountId,
      left.map((rule) => rule.id),
    );
  });
}

/** The others close up. A position behind the last one is the last. */
async function moveRule(
  db: Db,
  { accountId, id, position }: { accountId: string; id: string; position: number },
): Promise<void> {
  const others = (await listRules(db, accountId)).map((rule) => rule.id).filter((other) => other !== id);
  await renumberRules(db, accountId, others.toSpliced(position - 1, 0, id));
}
