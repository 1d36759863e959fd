import type { Db } from "../../../platform/db/index.ts";
import { ruleNotFound } from "../errors.ts";
import { instanceId } from "../owner.ts";
import { listPools } from "../pools/queries.ts";
import { listRelays } from "../relays/queries.ts";
import { presentRule } from "./present-rule.ts";
import { listRules } from "./queries.ts";

/** The rules of an account in their order, with what they do in words. */
export async function findRules(db: Db, accountId: string) {
  const [rows, relays, pools] = await Promise.all([
    listRules(db, accountId),
    listRelays(db, accountId),
    accountId === instanceId ? listPools(db, instanceId) : [],
  ]);
  const named = <T extends { id: string }>(all: T[]) => new Map(all.map((one) => [one.id, one]));
  const names = { relays: named(relays), pools: named(pools) };
  return rows.map((row) => presentRule(row, names));
}

/** One of them. Error: `routing_rule_not_found`. */
export async function findOneRule(db: Db, { accountId, id }: { accountId: string; id: string }) {
  const found = (await findRules(db, accountId)).find((rule) => rule.id === id);
  if (!found) throw ruleNotFound();
  return found;
}
