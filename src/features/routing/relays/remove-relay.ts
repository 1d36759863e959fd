import { type Doer, remember } from "../audit.ts";
import { relayInUse, relayNotFound } from "../errors.ts";
import { lockOwner } from "../lock-owner.ts";
import type { RouteDeps } from "../route-deps.ts";
import { deleteRelay, findRelay, findRuleOfRelay } from "./queries.ts";
import { settingsOf } from "./settings-of.ts";

/** Mail that a rule sends by a relay must not lose its way without anybody noticing. Errors: `relay_not_found`, `relay_in_use`. */
export async function removeRelay(
  { database }: Pick<RouteDeps, "database">,
  { doer, ...key }: { accountId: string; id: string; doer: Doer },
): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    await lockOwner(db, key.accountId);
    const relay = await findRelay(db, key);
    if (!relay) throw relayNotFound();
    const rule = await findRuleOfRelay(db, key);
    if (rule !== null)
      throw relayInUse(
        `The rule “${rule}” sends by this relay. Change the rule first, or switch the relay off.`,
      );
    await deleteRelay(db, key);
    const { accountId: ownerId } = key;
    await remember(db, doer, {
      action: "relay.removed",
      ownerId,
      name: relay.name,
      before: settingsOf(relay),
    });
  });
}
