import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { NEXT_STEP } from "../../followers/index.ts";
import { followersCheck } from "./followers.ts";

const database = useDatabase();
beforeEach(() => database.pool.query("TRUNCATE followers"));

/** A follower of the instance that has read the events up to this age. */
const follow = (name: string, seconds: number) =>
  database.pool.query(
    `INSERT INTO followers (name, shard, cursor)
     VALUES ($1, gen_random_uuid(), event_id(now() - make_interval(secs => $2), decode(repeat('00', 16), 'hex')))`,
    [name, seconds],
  );
const examine = () => followersCheck.examine({ database });

test("without followers, everything is up to date", async () => {
  expect(await examine()).toEqual([
    { level: "ok", words: "webhooks and statistics are up to date", next: null },
  ]);
});

test("the lag of the follower that is furthest behind is shown in tenths of a second", async () => {
  await follow("rollups", 3.2);
  await follow("webhook_mail", 0.1);
  const [finding, ...others] = await examine();
  expect(finding).toMatchObject({
    level: "ok",
    words: expect.stringMatching(/^webhooks and statistics are at most [3-9]\.\d s behind$/),
  });
  expect(others).toEqual([]);
});

test("a lag up to 120 s is no problem, and a longer one is a warning that names the follower", async () => {
  await follow("rollups", 110);
  expect(await examine()).toMatchObject([
    { level: "ok", words: expect.stringMatching(/^webhooks and statistics are at most 11\d s behind$/) },
  ]);
  await follow("webhook_mail", 125);
  expect(await examine()).toEqual([
    { level: "warning", words: "The follower “webhook_mail” is 2 minutes behind.", next: NEXT_STEP },
  ]);
});
