import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { findUncertain } from "./find-uncertain.ts";

const database = useDatabase();
const [ours, other] = [newId(), newId()];
const to = ["a@one.example", "b@two.example", "c@one.example"];

beforeEach(async () => {
  await database.pool.query("TRUNCATE recipients, emails CASCADE");
  await storeEmails(database, [
    draftEmail(ours, { to, subject: "first", text: "x" }),
    draftEmail(ours, { to: "d@one.example", subject: "second", text: "x" }),
    draftEmail(other, { to: "e@one.example", subject: "theirs", text: "x" }),
  ]);
  await database.pool.query("UPDATE recipients SET state = 'uncertain', ready = false, due_at = NULL");
});

async function addressesOf(query: Parameters<typeof findUncertain>[2]): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof findUncertain>> = await findUncertain(database, ours, {
      ...query,
      ...(cursor !== null && { cursor }),
    });
    pages.push(page.uncertain.map(({ address }) => address));
    cursor = page.pagination.next_cursor;
    expect(page.pagination.has_more).toBe(cursor !== null);
  } while (cursor !== null);
  return pages;
}

test("pages list each recipient once, newest email first, in the order of the email", async () => {
  expect(await addressesOf({ limit: 2 })).toEqual([
    ["d@one.example", "a@one.example"],
    ["b@two.example", "c@one.example"],
  ]);
  expect(await addressesOf({ limit: 3 })).toEqual([
    ["d@one.example", "a@one.example", "b@two.example"],
    ["c@one.example"],
  ]);
});

test("a domain is found in any case", async () => {
  expect(await addressesOf({ domain: "ONE.example", limit: 1 })).toEqual([
    ["d@one.example"],
    ["a@one.example"],
    ["c@one.example"],
  ]);
});

test("recipients that are retried or decided are not listed", async () => {
  await database.pool.query("UPDATE recipients SET due_at = now() WHERE position = 1");
  await database.pool.query("UPDATE recipients SET state = 'delivered' WHERE position = 2");
  expect(await addressesOf({})).toEqual([["d@one.example", "a@one.example"]]);
});

test("the reason is that of the last event", async () => {
  await database.pool.query(
    `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail)
     SELECT account_id, email_id, ('00000000-0000-7000-8000-00000000000' || n)::uuid, position, n, 'uncertain',
       jsonb_build_object('reason', 'attempt ' || n, 'line', '250 ' || n)
     FROM recipients, generate_series(1, 2) AS n WHERE address = 'b@two.example'`,
  );
  const { uncertain } = await findUncertain(database, ours, { domain: "two.example" });
  expect(uncertain).toMatchObject([{ subject: "first", reason: "attempt 2", line: "250 2" }]);
});

test.each([
  [
    "a cursor of another account",
    async () => (await findUncertain(database, other, { limit: 1 })).pagination,
  ],
  ["text that is no cursor", async () => ({ next_cursor: "nonsense" })],
])("%s is refused", async (_what, find) => {
  await storeEmails(database, [draftEmail(other, { to: "f@one.example", subject: "theirs", text: "x" })]);
  await database.pool.query("UPDATE recipients SET state = 'uncertain', ready = false, due_at = NULL");
  const cursor = (await find()).next_cursor ?? "";
  expect(cursor).not.toBe("");
  await expect(findUncertain(database, ours, { cursor })).rejects.toMatchObject({
    code: "validation_failed",
  });
});
