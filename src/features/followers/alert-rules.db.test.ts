import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { FOLLOWERS_ALERT_RULES, NEXT_STEP } from "./alert-rules.ts";

const database = useDatabase();
const { find, threshold, unit } = FOLLOWERS_ALERT_RULES.follower_behind;

beforeEach(() => database.pool.query("TRUNCATE followers"));
afterEach(() => vi.restoreAllMocks());

/** A follower of the instance that has read the events up to this age. */
const follow = (name: string, seconds: number) =>
  database.pool.query(
    `INSERT INTO followers (name, shard, cursor)
     VALUES ($1, gen_random_uuid(), event_id(now() - make_interval(secs => $2), decode(repeat('00', 16), 'hex')))`,
    [name, seconds],
  );
const runFor = (seconds: number) => vi.spyOn(process, "uptime").mockReturnValue(seconds);
const findWith = (seconds: number) => find({ database, threshold: seconds });

test("by default, the alert follower_behind opens for each follower that is more than 120 s behind", async () => {
  expect([threshold, unit]).toEqual([120, "seconds"]);
  runFor(3_600);
  await follow("rollups", 110);
  expect(await findWith(threshold)).toEqual([]);
  await follow("webhook_mail", 125);
  expect(await findWith(threshold)).toEqual([
    { subject: "webhook_mail", words: `The follower “webhook_mail” is 2 minutes behind. ${NEXT_STEP}` },
  ]);
});

test("operators may set another threshold", async () => {
  runFor(3_600);
  await follow("rollups", 30);
  const subjects = async (seconds: number) => (await findWith(seconds)).map(({ subject }) => subject);
  expect([await subjects(20), await subjects(60)]).toEqual([["rollups"], []]);
});

test("after a start, the alert waits for as long as the threshold, because followers catch up first", async () => {
  await follow("rollups", 600);
  runFor(119);
  expect(await findWith(threshold)).toEqual([]);
  runFor(121);
  expect(await findWith(threshold)).toHaveLength(1);
});
