import { expect, test } from "vitest";
import { openTestDatabase } from "../../../../test/harness/database.ts";
import { FIRST_ID, firstIdAt, newId } from "../../../platform/ids/index.ts";
import { rollupsFollower } from "./rollups-follower.ts";

test.each([
  [
    "events",
    "INSERT INTO events (account_id, email_id, id, position, attempt, type, detail) VALUES ($1, $1, $2, 0, 1, 'delivered', '{}')",
  ],
  [
    "engagements",
    "INSERT INTO engagements (account_id, email_id, id, position, kind, actor, confidence) VALUES ($1, $1, $2, 0, 'open', 'human', 90)",
  ],
])("only %s of the range are work", async (_, insertion) => {
  const { db, pool } = await openTestDatabase();
  await pool.query(insertion, [newId(), newId()]);
  const [before, after] = [-1, 1].map((minutes) => firstIdAt(new Date(Date.now() + minutes * 60_000)));
  const hasWork = async (afterId = FIRST_ID, beforeId = FIRST_ID) =>
    await rollupsFollower.hasWork?.(db, { afterId, beforeId });
  expect(await hasWork(before, after)).toBe(true);
  expect(await hasWork(FIRST_ID, before)).toBe(false);
  expect(await hasWork(after, after)).toBe(false);
});

test("accepted mail is work, whatever the range is", async () => {
  const { db, pool } = await openTestDatabase();
  const range = { afterId: FIRST_ID, beforeId: FIRST_ID };
  expect(await rollupsFollower.hasWork?.(db, range)).toBe(false);
  await pool.query("INSERT INTO acceptances (account_id, email_ids) VALUES ($1, $2)", [newId(), [newId()]]);
  expect(await rollupsFollower.hasWork?.(db, range)).toBe(true);
});
