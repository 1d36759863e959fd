import type { Config } from "../../../config.ts";
import { type Database, timeNow } from "../../../platform/db/index.ts";
import { countOpenByPeriod } from "../../recipients/index.ts";
import { INSTANCE_ID } from "../instance-id.ts";
import { findRelay } from "../relays/queries.ts";
import { DeliveryModes } from "./delivery-modes.ts";
import { listSwitches } from "./queries.ts";

export type DeliveryDeps = { database: Database; config: Pick<Config, "deliveryOverride" | "smtpRelay"> };

/** The mode in force, what it sends through, and the recipients that a switch concerns. Read from the database, not from a cache. */
export async function loadDelivery({ database, config }: DeliveryDeps) {
  const modes = new DeliveryModes(await listSwitches(database.db), config.deliveryOverride);
  const { mode, relayId, setting } = modes.inForceAt(await timeNow(database));
  const relay = relayId && (await findRelay(database.db, { accountId: INSTANCE_ID, id: relayId }));
  const open = await countOpenByPeriod(database, modes.testPeriods());
  return {
    mode,
    set_by: setting ?? ("dashboard" as const),
    relay_id: relay ? relay.id : null,
    relay_host:
      mode === "relay" && config.smtpRelay ? `${config.smtpRelay.host}:${config.smtpRelay.port}` : null,
    open_test_recipients: open.inPeriods,
    open_live_recipients: open.others,
    counts_are_minimums: open.isMinimum,
  };
}
