import { expect, test } from "vitest";
import { openTestDatabase } from "../../../../test/harness/database.ts";
import { FIRST_ID, firstIdAt, newId } from "../../../platform/ids/index.ts";
import { recordAccountEvents } from "../../account-events/index.ts";
import { disabledMailFollower } from "./disabled-mail.ts";

test("only disabled webhooks of the range are work", async () => {
  const { db, pool } = await openTestDatabase();
  const accountId = newId();
  await pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Ada')", [accountId]);
  const record = async (type: "contact.created" | "webhook.disabled") =>
    await recordAccountEvents(db, [{ accountId, type, subjectId: newId(), detail: {} }]);
  const follower = disabledMailFollower({ notifyUsers: async () => {}, baseUrl: "http://localhost:3000" });
  const [before, after] = [-1, 1].map((minutes) => firstIdAt(new Date(Date.now() + minutes * 60_000)));
  const hasWork = async (afterId = FIRST_ID, beforeId = FIRST_ID) =>
    await follower.hasWork?.(db, { afterId, beforeId });
  await record("contact.created");
  expect(await hasWork(before, after)).toBe(false);
  await record("webhook.disabled");
  expect(await hasWork(before, after)).toBe(true);
  expect(await hasWork(FIRST_ID, before)).toBe(false);
});
