import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { followRollups } from "./follow-rollups.fixture.ts";
import { readRollups } from "./recount.fixture.ts";

const database = useDatabase();
let accountId: string;
let emailId: string;

beforeEach(async () => {
  await database.pool.query(
    "TRUNCATE engagements, counts, latencies, count_series, engagement_firsts, followers",
  );
  accountId = newId();
  const email = draftEmail(accountId, { to: "ada@example.com", subject: "x", text: "x" });
  await storeEmails(database, [email]);
  emailId = email.id;
});

/** Stores an open of that time now, and counts it. */
async function open(at: string, actor = "human"): Promise<void> {
  await database.pool.query(
    `INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence, created_at)
     VALUES ($1, event_id(clock_timestamp(), uuid_send(gen_random_uuid())), $2, 0, 'open', $3, 90, $4)`,
    [accountId, emailId, actor, at],
  );
  await followRollups(database);
}

/** The buckets in which the open counts as the first, for people and for any actor. */
async function firsts(minutes = 15): Promise<Record<string, string[]>> {
  const [all, combinations] = await Promise.all(
    ["all", "combination"].map(async (kind) =>
      (await readRollups(database, minutes, kind)).filter(({ type }) => type === "unique_open"),
    ),
  );
  expect(combinations).toEqual(all);
  const bucketsOf = (actor: string) =>
    (all ?? []).flatMap(({ detail, bucket_at, count }) =>
      detail === actor ? Array(count).fill(bucket_at.toISOString().slice(11, 16)) : [],
    );
  return { human: bucketsOf("human"), any: bucketsOf("any") };
}

test("an open that was held while a later one was stored is the first, and is counted once", async () => {
  await open("2026-11-02T12:00:01Z");
  expect(await firsts()).toEqual({ human: ["12:00"], any: ["12:00"] });
  await open("2026-11-02T11:59:59Z");
  expect(await firsts()).toEqual({ human: ["11:45"], any: ["11:45"] });
  expect(await firsts(60)).toEqual({ human: ["11:00"], any: ["11:00"] });
  await open("2026-11-02T12:30:00Z");
  expect(await firsts()).toEqual({ human: ["11:45"], any: ["11:45"] });
});

test("an earlier open by a program is the first of any actor, and not that of people", async () => {
  await open("2026-11-02T12:00:01Z");
  await open("2026-11-02T11:00:00Z", "bot");
  expect(await firsts()).toEqual({ human: ["12:00"], any: ["11:00"] });
  await open("2026-11-02T11:20:00Z", "proxy");
  expect(await firsts()).toEqual({ human: ["11:15"], any: ["11:00"] });
});

test("a first open that was counted before times were stored stays where it is", async () => {
  await open("2026-11-02T12:00:01Z");
  await database.pool.query("UPDATE engagement_firsts SET created_at = NULL");
  await open("2026-11-02T11:00:00Z");
  expect(await firsts()).toEqual({ human: ["12:00"], any: ["12:00"] });
});
