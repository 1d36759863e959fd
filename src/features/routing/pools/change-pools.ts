import { isIP } from "node:net";
import { domainOf, parseMailbox } from "../../../mail/address/index.ts";
import { newId, timeOfId } from "../../../platform/ids/index.ts";
import { type AuditActor, recordChange } from "../audit.ts";
import type { StoredSource } from "../choice/queries.ts";
import { fieldError, poolExists, poolInUse, poolLimitReached, poolNotFound } from "../errors.ts";
import type { ChangePoolRequest, CreatePoolRequest } from "../http/pool-schema.ts";
import type { RouteDeps } from "../http/route-deps.ts";
import { INSTANCE_ID as accountId } from "../instance-id.ts";
import { lockOwner } from "../lock-owner.ts";
import { nameIsTaken } from "../name-is-taken.ts";
import { readName } from "../read-name.ts";
import {
  deletePool,
  findPool,
  findRuleOfPool,
  insertPool,
  listPools,
  type PoolRow,
  updatePool,
} from "./queries.ts";

const MAX_POOLS = 100;

type Deps = Pick<RouteDeps, "database">;

/** Errors: `validation_failed`, `pool_exists`, `pool_limit_reached`. */
export async function createPool(
  { database }: Deps,
  { input, actor }: { input: CreatePoolRequest; actor: AuditActor },
): Promise<PoolRow> {
  const pool = { name: readName(input.name), sources: readSources(input.sources) };
  return await database.db
    .transaction()
    .execute(async (db) => {
      await lockOwner(db, accountId);
      if ((await listPools(db, accountId)).length >= MAX_POOLS)
        throw poolLimitReached(`There are ${MAX_POOLS} pools, which is the limit. Delete one first.`);
      const created = await insertPool(db, { accountId, id: newId() }, pool);
      const after = settingsOf(created);
      await recordChange(db, actor, {
        action: "pool.created",
        ownerId: accountId,
        name: created.name,
        after,
      });
      return created;
    })
    .catch(refuseTakenName);
}

/** Changes the given fields. Errors: `validation_failed`, `pool_not_found`, `pool_exists`. */
export async function changePool(
  { database }: Deps,
  { id, input, actor }: { id: string; input: ChangePoolRequest; actor: AuditActor },
): Promise<PoolRow> {
  const change = {
    ...(input.name !== undefined && { name: readName(input.name) }),
    ...(input.sources !== undefined && { sources: readSources(input.sources) }),
  };
  return await database.db
    .transaction()
    .execute(async (db) => {
      await lockOwner(db, accountId);
      const pool = await findPool(db, { accountId, id });
      if (!pool) throw poolNotFound();
      const changed = await updatePool(db, { accountId, id }, change);
      const [before, after] = [settingsOf(pool), settingsOf(changed)];
      await recordChange(db, actor, {
        action: "pool.changed",
        ownerId: accountId,
        name: pool.name,
        before,
        after,
      });
      return changed;
    })
    .catch(refuseTakenName);
}

/** Errors: `pool_not_found`, `pool_in_use`. */
export async function removePool(
  { database }: Deps,
  { id, actor }: { id: string; actor: AuditActor },
): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    await lockOwner(db, accountId);
    const pool = await findPool(db, { accountId, id });
    if (!pool) throw poolNotFound();
    const rule = await findRuleOfPool(db, { accountId, id });
    if (rule !== null) throw poolInUse(`The rule “${rule}” uses this pool. Change the rule first.`);
    await deletePool(db, { accountId, id });
    const before = settingsOf(pool);
    await recordChange(db, actor, { action: "pool.removed", ownerId: accountId, name: pool.name, before });
  });
}

export function presentPool({ id, name, sources, updated_at }: PoolRow) {
  return {
    id,
    name,
    sources,
    created_at: timeOfId(id).toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/** A pool's settings for the audit log. */
function settingsOf({ name, sources }: PoolRow) {
  const describeSource = ({ address, helo_name, started_on }: StoredSource) =>
    `${address} as ${helo_name}${started_on === null ? "" : ` since ${started_on}`}`;
  return { name, sources: sources.map(describeSource) };
}

function readSources(sources: CreatePoolRequest["sources"]): StoredSource[] {
  const seen = new Set<string>();
  return sources.map(({ address, helo_name, started_on }, n) => {
    if (isIP(address) === 0) throw fieldError(`sources[${n}].address`, "must be an IPv4 or IPv6 address");
    if (seen.has(address)) throw fieldError(`sources[${n}].address`, "is listed twice");
    seen.add(address);
    const name = parseMailbox(`postmaster@${helo_name.trim()}`);
    if (!name.ok) throw fieldError(`sources[${n}].helo_name`, "must be a host name such as out1.example.com");
    return { address, helo_name: domainOf(name.mailbox.address), started_on: started_on ?? null };
  });
}

function refuseTakenName(error: unknown): never {
  throw nameIsTaken(error, "pools_by_name") ? poolExists() : error;
}
