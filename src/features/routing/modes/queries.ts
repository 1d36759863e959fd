import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import type { ModeSwitch } from "./delivery-modes.ts";

/** All switches in order of time, also one that is not in force yet. */
export async function listSwitches(db: Db): Promise<ModeSwitch[]> {
  const query = db
    .selectFrom("delivery_modes")
    .select(["since", "mode", "relay_id as relayId", "set_by as setBy"])
    .orderBy("since");
  return (await query.execute()) as ModeSwitch[];
}

type NewSwitch = Omit<ModeSwitch, "since"> & { inSeconds: number };

/** Returns when it is in force. The clock is read here and not at the begin of the transaction, which may have waited for a lock. */
export async function insertSwitch(
  db: Db,
  { mode, relayId, setBy, inSeconds }: NewSwitch,
): Promise<{ since: Date; inMs: number }> {
  const query = db
    .insertInto("delivery_modes")
    .values({
      since: sql<Date>`clock_timestamp() + make_interval(secs => ${inSeconds})`,
      mode,
      relay_id: relayId,
      set_by: setBy,
    })
    .returning("since");
  const { since } = await query.executeTakeFirstOrThrow();
  return { since, inMs: inSeconds * 1_000 };
}
