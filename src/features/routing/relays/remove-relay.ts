import { type AuditActor, recordChange } from "../audit.ts";
import { relayInUse, relayNotFound } from "../errors.ts";
import type { RouteDeps } from "../http/route-deps.ts";
import { lockOwner } from "../lock-owner.ts";
import { chosenIn } from "../modes/change-mode.ts";
import { listSwitches } from "../modes/queries.ts";
import { deleteRelay, findRelay, findRuleOfRelay } from "./queries.ts";
import { settingsOf } from "./settings-of.ts";

/** Deletes a relay that neither a rule nor the delivery mode uses, so that neither silently loses its route. Errors: `relay_not_found`, `relay_in_use`. */
export async function removeRelay(
  { database }: Pick<RouteDeps, "database">,
  { actor, ...key }: { accountId: string; id: string; actor: AuditActor },
): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    await lockOwner(db, key.accountId);
    const relay = await findRelay(db, key);
    if (!relay) throw relayNotFound();
    const rule = await findRuleOfRelay(db, key);
    if (rule !== null)
      throw relayInUse(`The rule “${rule}” uses this relay. Change the rule first, or disable the relay.`);
    if (chosenIn(await listSwitches(db)).relayId === key.id)
      throw relayInUse(
        "The delivery mode uses this relay. Choose another one under Settings → Delivery first.",
      );
    await deleteRelay(db, key);
    const { accountId: ownerId } = key;
    await recordChange(db, actor, {
      action: "relay.removed",
      ownerId,
      name: relay.name,
      before: settingsOf(relay),
    });
  });
}
