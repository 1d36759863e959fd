import { type Doer, remember } from "../audit.ts";
import { relayExists, relayNotFound } from "../errors.ts";
import { lockOwner } from "../lock-owner.ts";
import { nameIsTaken } from "../name-is-taken.ts";
import { guardsRelayHosts } from "../relay-policy.ts";
import type { RouteDeps } from "../route-deps.ts";
import { notifyOfRelay } from "./notify-of-relay.ts";
import { findRelay, type RelayRow, updateRelay } from "./queries.ts";
import { readChange } from "./read-relay.ts";
import type { ChangeRelayRequest } from "./schema.ts";
import { settingsOf } from "./settings-of.ts";
import { partSecret } from "./targets/relay-target.ts";

/** Changes what is given and leaves the rest. Tells the people of its account of another server. Errors: `validation_failed`, `relay_not_found`, `relay_exists`. */
export async function changeRelay(
  deps: RouteDeps,
  { accountId, id, input, doer }: { accountId: string; id: string; input: ChangeRelayRequest; doer: Doer },
): Promise<RelayRow> {
  const { database, secrets, policies } = deps;
  const { before, changed } = await database.db
    .transaction()
    .execute(async (db) => {
      await lockOwner(db, accountId);
      const before = await findRelay(db, { accountId, id });
      if (!before) throw relayNotFound();
      const change = readChange(input, before, {
        secrets,
        isGuarded: await guardsRelayHosts(db, { accountId, policies }),
      });
      if (Object.keys(change).length === 0) return { before, changed: before };
      const changed = (await updateRelay(db, { accountId, id }, change)) ?? before;
      await remember(db, doer, {
        action: "relay.changed",
        ownerId: accountId,
        name: before.name,
        before: settingsOf(before),
        after: { ...settingsOf(changed), ...(givesPassword(input) && { password: "a new one" }) },
      });
      return { before, changed };
    })
    .catch((error: unknown) => {
      throw nameIsTaken(error, "relays_by_name") ? relayExists() : error;
    });
  if (changed.url !== before.url) await notifyOfRelay(deps, { relay: changed, doer, change: "moved" });
  return changed;
}

function givesPassword({ password, url }: ChangeRelayRequest): boolean {
  return (password ?? partSecret(url ?? "").secret) !== null;
}
