import type { Db } from "../../../platform/db/index.ts";
import { ruleNotFound } from "../errors.ts";
import { INSTANCE_ID } from "../instance-id.ts";
import { listPools } from "../pools/queries.ts";
import { listRelays } from "../relays/queries.ts";
import { presentRule } from "./present-rule.ts";
import { listRules } from "./queries.ts";

/** Loads an owner's rules in order, each with a summary. */
export async function findRules(db: Db, accountId: string) {
  const [rows, relays, pools] = await Promise.all([
    listRules(db, accountId),
    listRelays(db, accountId),
    accountId === INSTANCE_ID ? listPools(db, INSTANCE_ID) : [],
  ]);
  const byId = <T extends { id: string }>(all: T[]) => new Map(all.map((each) => [each.id, each]));
  const names = { relays: byId(relays), pools: byId(pools) };
  return rows.map((row) => presentRule(row, names));
}

/** Loads one rule. Error: `routing_rule_not_found`. */
export async function findOneRule(db: Db, { accountId, id }: { accountId: string; id: string }) {
  const found = (await findRules(db, accountId)).find((rule) => rule.id === id);
  if (!found) throw ruleNotFound();
  return found;
}
