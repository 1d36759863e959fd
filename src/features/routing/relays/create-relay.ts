import { newId } from "../../../platform/ids/index.ts";
import { type AuditActor, recordChange } from "../audit.ts";
import { relayExists, relayLimitReached } from "../errors.ts";
import type { CreateRelayRequest } from "../http/relay-schema.ts";
import type { RouteDeps } from "../http/route-deps.ts";
import { lockOwner } from "../lock-owner.ts";
import { nameIsTaken } from "../name-is-taken.ts";
import { guardsRelayHosts } from "../relay-policy.ts";
import { notifyOfRelay } from "./notify-of-relay.ts";
import { countRelays, insertRelay, type RelayRow } from "./queries.ts";
import { readNewRelay } from "./read-relay.ts";
import { settingsOf } from "./settings-of.ts";

/** Each relay has a connection pool in every worker. */
const MAX_RELAYS = 20;

/** Creates a relay and notifies the account's users. Errors: `validation_failed`, `relay_exists`, `relay_limit_reached`. */
export async function createRelay(
  deps: RouteDeps,
  { accountId, input, actor }: { accountId: string; input: CreateRelayRequest; actor: AuditActor },
): Promise<RelayRow> {
  const { database, secrets, policies } = deps;
  const relay = readNewRelay(input, {
    secrets,
    isGuarded: await guardsRelayHosts(database.db, { accountId, policies }),
  });
  const created = await database.db
    .transaction()
    .execute(async (db) => {
      await lockOwner(db, accountId);
      if ((await countRelays(db, accountId)) >= MAX_RELAYS)
        throw relayLimitReached(`There are ${MAX_RELAYS} relays, which is the limit. Delete one first.`);
      const created = await insertRelay(db, { accountId, id: newId() }, relay);
      const after = settingsOf(created);
      await recordChange(db, actor, {
        action: "relay.created",
        ownerId: accountId,
        name: created.name,
        after,
      });
      return created;
    })
    .catch((error: unknown) => {
      throw nameIsTaken(error, "relays_by_name") ? relayExists() : error;
    });
  await notifyOfRelay(deps, { relay: created, actor, change: "added" });
  return created;
}
