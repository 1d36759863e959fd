import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { firstIdAt, newId } from "../../../platform/ids/index.ts";
import { takeAccepted } from "./acceptances.ts";

const database = useDatabase();
let accountId: string;

beforeEach(async () => {
  await database.pool.query("TRUNCATE emails, recipients, acceptances");
  accountId = newId();
});

/** Stores emails, each in a transaction of its own. Returns their ids. */
async function store(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const email = draftEmail(accountId, {
      ...{ from: "a@sender.example", to: "b@c.example", subject: "x", text: "x" },
    });
    await storeEmails(database, [email]);
    ids.push(email.id);
  }
  return ids;
}

/** Takes emails until there are none left. Returns the ids of each step. */
async function takeAll(limit: number): Promise<string[][]> {
  const steps: string[][] = [];
  for (;;) {
    const { emails, hasMore } = await takeAccepted(database.db, limit);
    if (emails.length > 0) steps.push(emails.map(({ id }) => id));
    if (!hasMore) return steps;
  }
}

test("a step takes the oldest emails up to its limit, and each email once", async () => {
  const ids = await store(5);
  const steps = await takeAll(2);
  expect(steps.map((step) => step.sort())).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
});

test("a step takes older emails up to its limit, and each email once", async () => {
  const ids = await store(5);
  await database.pool.query("TRUNCATE acceptances");
  await database.pool.query("INSERT INTO acceptances (account_id, after_id, up_to_id) VALUES ($1, $2, $3)", [
    accountId,
    firstIdAt(new Date(0)),
    firstIdAt(new Date(Date.now() + 60_000)),
  ]);
  expect(await takeAll(2)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
});
