import { expect, test } from "vitest";
import { openTestDatabase } from "../../../test/harness/database.ts";
import { newId } from "../../platform/ids/index.ts";
import { loadLags } from "./load-lags.ts";
import { addFollower, setFollower } from "./manage-followers.ts";
import { releaseFollower, takeFollowers } from "./take-followers.ts";

const NAME = "webhook";

/** A follower of an account. An event of ten minutes ago is the first that it has not done. It has last moved before. */
async function openWorld() {
  const database = await openTestDatabase({ max: 4 });
  const [accountId, shard] = [newId(), newId()];
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Ada')", [accountId]);
  await addFollower(database.db, { name: NAME, shard, accountId });
  await database.pool.query(
    `UPDATE followers SET moved_at = now() - interval '1 hour', cursor = event_id(now() - interval '1 hour', decode(repeat('00', 16), 'hex'))`,
  );
  await database.pool.query(
    `INSERT INTO account_events (account_id, id, type, subject_id, detail, created_at)
     SELECT $1, event_id(now() - interval '10 minutes', decode(repeat('00', 16), 'hex')), 'domain.added', gen_random_uuid(), '{}', now()`,
    [accountId],
  );
  const key = { name: NAME, shard };
  return {
    database,
    /** In minutes. */
    lag: async () => {
      const lags = await loadLags(database);
      return Math.round((lags.find(({ follower }) => follower === NAME)?.seconds ?? 0) / 60);
    },
    set: (assignments: string) => database.pool.query(`UPDATE followers SET ${assignments}`),
    change: (options: Parameters<typeof setFollower>[2]) => setFollower(database.db, key, options),
  };
}

test("a follower that is stuck is behind since its oldest event, also while a process has it", async () => {
  const { lag, set } = await openWorld();
  expect(await lag()).toBe(10);
  await set("leased_until = now() + interval '20 s'");
  expect(await lag()).toBe(10);
});

test("a follower that moves is not behind, although a slow server delays its events", async () => {
  const { lag, set } = await openWorld();
  await set("moved_at = now()");
  expect(await lag()).toBe(0);
  await set("moved_at = now() - interval '3 minutes'");
  expect(await lag()).toBe(3);
});

test("a change of a stuck follower does not hide its lag", async () => {
  const { lag, change } = await openWorld();
  await change({ restarts: true, isActive: true });
  await change({ wakes: true });
  expect(await lag()).toBe(10);
});

test("the lag of a follower that paused or was inactive counts from the end of the pause", async () => {
  const paused = await openWorld();
  await paused.set("not_before = now() + interval '5 minutes'");
  expect(await paused.lag()).toBe(0);
  await paused.set("not_before = now() - interval '2 minutes'");
  expect(await paused.lag()).toBe(2);
  await paused.set("not_before = now() + interval '5 minutes'");
  await paused.change({ restarts: true });
  expect(await paused.lag()).toBe(0);
  const inactive = await openWorld();
  await inactive.set("active = false");
  await inactive.change({ isActive: true, restarts: true });
  expect(await inactive.lag()).toBe(0);
});

test("a follower whose process was killed is taken again although no event came", async () => {
  const { database } = await openWorld();
  const take = async () => (await takeFollowers(database, { name: NAME, limit: 1 })).followers[0];
  const first = await take();
  if (!first) throw new Error("the follower is not free");
  // The process has done all events, stored a retry for later, and is killed.
  await database.pool.query("UPDATE followers SET cursor = end_of_settled_events()");
  expect(await take()).toBeUndefined();
  await database.pool.query("UPDATE followers SET leased_until = now() - interval '1 s'");
  const second = await take();
  if (!second) throw new Error("the follower was not taken");
  const release = { cursor: second.cursor, restMs: 0, loadWakeAt: async () => null };
  await database.db
    .transaction()
    .execute((transaction) => releaseFollower(transaction, NAME, second, release));
  expect(await take()).toBeUndefined();
});
