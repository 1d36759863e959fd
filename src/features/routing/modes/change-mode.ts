import { setTimeout as sleep } from "node:timers/promises";
import type { Config, DeliveryMode } from "../../../config.ts";
import type { Database, Db } from "../../../platform/db/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { type AuditActor, recordChange } from "../audit.ts";
import { fieldError, modeIsSetByEnvironment } from "../errors.ts";
import { INSTANCE_ID } from "../instance-id.ts";
import { lockOwner } from "../lock-owner.ts";
import { findRelay } from "../relays/queries.ts";
import type { ModeInForce, ModeSwitch } from "./delivery-modes.ts";
import { insertSwitch, listSwitches } from "./queries.ts";

/**
 * Every process reads the mode once a second while it has work. With less time, a worker could treat mail that was accepted after the
 * switch by the old mode; with more, a person waits longer.
 */
const IN_FORCE_AFTER_SECONDS = 2;

type ModeDeps = { database: Database; deliveryOverride: Config["deliveryOverride"] };
type Wish = { mode: DeliveryMode; relayId: string | null; actor: AuditActor };

/** Switches the delivery mode, and returns when it is in force. Errors: `delivery_mode_set_by_environment`, `validation_failed`. */
export async function changeMode({ database, deliveryOverride }: ModeDeps, wish: Wish): Promise<void> {
  if (deliveryOverride) throw modeIsSetByEnvironment(deliveryOverride.setting);
  const waitMs = await database.db.transaction().execute(async (db) => {
    await lockOwner(db, INSTANCE_ID);
    const before = chosenIn(await listSwitches(db));
    const after = { mode: wish.mode, relayId: wish.mode === "relay" ? wish.relayId : null };
    const relay = after.mode === "relay" ? await readRelay(db, after.relayId) : null;
    if (before.mode === after.mode && before.relayId === after.relayId) return 0;
    await recordChange(db, wish.actor, {
      action: "delivery_mode.changed",
      ownerId: INSTANCE_ID,
      name: "delivery mode",
      before: { mode: before.mode, relay: before.relayId && (await nameOf(db, before.relayId)) },
      after: { mode: after.mode, relay },
    });
    const { inMs } = await insertSwitch(db, {
      ...after,
      setBy: "dashboard",
      inSeconds: IN_FORCE_AFTER_SECONDS,
    });
    return inMs;
  });
  await sleep(waitMs);
}

/** The choice that was made last, also if it is not in force yet. */
export function chosenIn(switches: readonly ModeSwitch[]): Omit<ModeInForce, "setting"> {
  return switches.findLast(({ setBy }) => setBy === "dashboard") ?? { mode: "capture", relayId: null };
}

async function readRelay(db: Db, relayId: string | null): Promise<string> {
  if (relayId === null) throw fieldError("relay_id", "is required: choose the relay that sends the mail");
  const relay = isId(relayId) ? await findRelay(db, { accountId: INSTANCE_ID, id: relayId }) : null;
  if (relay === null) throw fieldError("relay_id", "is not a relay of the instance");
  if (!relay.enabled) throw fieldError("relay_id", "is a disabled relay; enable it first");
  return relay.name;
}

async function nameOf(db: Db, id: string): Promise<string | null> {
  return (await findRelay(db, { accountId: INSTANCE_ID, id }))?.name ?? null;
}
