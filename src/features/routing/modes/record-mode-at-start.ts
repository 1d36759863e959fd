import type { Config, DeliveryMode } from "../../../config.ts";
import type { Database } from "../../../platform/db/index.ts";
import { INSTANCE_ID } from "../instance-id.ts";
import { lockOwner } from "../lock-owner.ts";
import { DeliveryModes } from "./delivery-modes.ts";
import { insertSwitch, listSwitches } from "./queries.ts";

/**
 * Records a mode that the environment has set or no longer sets since the last start, so that mail keeps to the mode in which it was
 * accepted. Called before a role starts. Returns the mode in force.
 */
export async function recordModeAtStart(
  { db }: Database,
  { deliveryOverride }: Pick<Config, "deliveryOverride">,
): Promise<DeliveryMode> {
  return await db.transaction().execute(async (transaction) => {
    await lockOwner(transaction, INSTANCE_ID);
    const switches = await listSwitches(transaction);
    const { mode, relayId } = new DeliveryModes(switches, deliveryOverride).inForceAt(new Date());
    if (switches.at(-1)?.mode !== mode)
      await insertSwitch(transaction, { mode, relayId, setBy: "start", inSeconds: 0 });
    return mode;
  });
}
