import { type AuditActor, recordChange } from "../audit.ts";
import { relayExists, relayNotFound } from "../errors.ts";
import type { ChangeRelayRequest } from "../http/relay-schema.ts";
import type { RouteDeps } from "../http/route-deps.ts";
import { lockOwner } from "../lock-owner.ts";
import { nameIsTaken } from "../name-is-taken.ts";
import { guardsRelayHosts } from "../relay-policy.ts";
import { notifyOfRelay } from "./notify-of-relay.ts";
import { findRelay, type RelayRow, updateRelay } from "./queries.ts";
import { readChange } from "./read-relay.ts";
import { settingsOf } from "./settings-of.ts";
import { splitSecret } from "./targets/relay-target.ts";

/** Changes the given fields, and notifies the account's users when the server changes. Errors: `validation_failed`, `relay_not_found`, `relay_exists`. */
export async function changeRelay(
  deps: RouteDeps,
  {
    accountId,
    id,
    input,
    actor,
  }: { accountId: string; id: string; input: ChangeRelayRequest; actor: AuditActor },
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
      await recordChange(db, actor, {
        action: "relay.changed",
        ownerId: accountId,
        name: before.name,
        before: settingsOf(before),
        after: { ...settingsOf(changed), ...(givesPassword(input) && { password: "changed" }) },
      });
      return { before, changed };
    })
    .catch((error: unknown) => {
      throw nameIsTaken(error, "relays_by_name") ? relayExists() : error;
    });
  if (changed.url !== before.url) await notifyOfRelay(deps, { relay: changed, actor, change: "moved" });
  return changed;
}

function givesPassword({ password, url }: ChangeRelayRequest): boolean {
  return (password ?? splitSecret(url ?? "").secret) !== null;
}
