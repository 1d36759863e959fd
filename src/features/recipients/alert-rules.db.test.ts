import { beforeEach, describe, expect, test } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { newId } from "../../platform/ids/index.ts";
import { RECIPIENTS_ALERT_RULES } from "./alert-rules.ts";

const database = useDatabase();
let accountId: string;

beforeEach(async () => {
  accountId = newId();
  await database.pool.query("TRUNCATE daily_counts");
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Shop')", [accountId]);
});

const count = (type: "complained" | "delivered", daysAgo: number, number: number) =>
  database.pool.query(
    "INSERT INTO daily_counts (account_id, day, type, count) VALUES ($1, (now() AT TIME ZONE 'UTC')::date - $2::integer, $3, $4)",
    [accountId, daysAgo, type, number],
  );
const incidents = async () =>
  (await RECIPIENTS_ALERT_RULES.complaint_spike.find({ database, threshold: 0.3 })).map(({ words }) => words);

describe("the alert about complaints", () => {
  test("compares the complaints of today with the mail of the days before", async () => {
    await count("delivered", 1, 5_000);
    await count("complained", 0, 4);
    expect(await incidents()).toEqual([]);
    await count("complained", 1, 12);
    expect(await incidents()).toEqual([
      "16 recipients of the account “Shop” reported spam in the last 7 days, with 5,000 delivered in the last 8 days.",
    ]);
  });

  test("counts a weekly newsletter until the next one", async () => {
    await count("delivered", 7, 5_000);
    await count("complained", 6, 10);
    expect(await incidents()).toEqual([]);
  });

  test("forgets older complaints, and ignores two", async () => {
    await count("delivered", 0, 100);
    await count("complained", 7, 50);
    await count("complained", 0, 2);
    expect(await incidents()).toEqual([]);
  });
});
