import { expect, test } from "vitest";
import { openTestDatabase } from "../../../test/harness/database.ts";
import { newId } from "../../platform/ids/index.ts";
import { addFollower } from "./manage-followers.ts";
import { releaseFollower, renewFollowers, takeFollowers } from "./take-followers.ts";

const NAME = "webhook";

async function takeOne() {
  const database = await openTestDatabase({ max: 4 });
  const [accountId, shard] = [newId(), newId()];
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Ada')", [accountId]);
  await addFollower(database.db, { name: NAME, shard, accountId });
  const take = async () => (await takeFollowers(database, { name: NAME, limit: 1 })).followers[0];
  await database.pool.query("UPDATE followers SET wake_at = now()");
  const held = await take();
  if (!held) throw new Error("it was not taken");
  const renew = () => renewFollowers(database, NAME, [held]);
  const release = () =>
    database.db.transaction().execute((transaction) =>
      releaseFollower(transaction, NAME, held, {
        cursor: held.cursor,
        restMs: 0,
        loadWakeAt: async () => new Date(0),
      }),
    );
  return { take, renew, release, held };
}

test("a lease is extended while it is held", async () => {
  const { take, renew, held } = await takeOne();
  expect(await renew()).toEqual(new Set([held.shard]));
  expect(await take()).toBeUndefined();
});

test("a renewal that comes after the release does not take the follower back", async () => {
  const { take, renew, release, held } = await takeOne();
  expect(await release()).toBe(true);
  expect(await renew()).toEqual(new Set());
  expect(await take()).toMatchObject({ lease: held.lease + 1 });
});
