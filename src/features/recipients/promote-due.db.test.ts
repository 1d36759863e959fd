import { expect, test } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../test/harness/stored-email.ts";
import { newId } from "../../platform/ids/index.ts";
import { promoteDue, ROWS_PER_END } from "./promote-due.ts";

const database = useDatabase({ max: 1 });

test("newly due recipients do not wait for a large backlog of due ones", async () => {
  const [broadcast, code] = [newId(), newId()];
  const to = Array.from({ length: 500 }, (_, n) => `u${n}@example.com`);
  const emails = Array.from({ length: (4 * ROWS_PER_END) / to.length }, () =>
    draftEmail(broadcast, { to, subject: "x", text: "x" }),
  );
  await storeEmails(database, [
    ...emails,
    draftEmail(code, { to: "a@example.com", subject: "x", text: "x" }),
  ]);
  await database.pool.query(
    `UPDATE recipients SET ready = false,
       due_at = now() - CASE account_id WHEN $1 THEN interval '1 s' ELSE interval '1 min' * (1 + random()) END`,
    [code],
  );
  expect((await promoteDue(database)).promoted).toBe(2 * ROWS_PER_END);
  const { rows } = await database.pool.query("SELECT ready FROM recipients WHERE account_id = $1", [code]);
  expect(rows).toEqual([{ ready: true }]);
  await promoteDue(database);
  expect((await promoteDue(database)).promoted).toBe(1);
});

test("scheduled mail of accounts that ask for it gets one event when it is due; mail that a worker gave back gets none", async () => {
  const [listening, other] = [newId(), newId()];
  const scheduledAt = new Date(Date.now() + 60_000);
  const emails = [listening, listening, other].map((account) => ({
    ...draftEmail(account, { to: "a@example.com", subject: "x", text: "x" }),
    scheduledAt,
  }));
  await storeEmails(database, emails);
  const [scheduled, givenBack] = emails.map(({ id }) => id);
  const makeDue = () =>
    database.pool.query(
      `UPDATE recipients SET ready = false, due_at = now(), lease = CASE email_id WHEN $1 THEN 1 ELSE 0 END WHERE email_id = ANY ($2::uuid[])`,
      [givenBack, emails.map(({ id }) => id)],
    );
  expect((await promoteDue(database, [listening])).promoted).toBe(0);
  // The second time, it was rescheduled after its event.
  for (let times = 0; times < 2; times += 1) {
    await makeDue();
    expect((await promoteDue(database, [listening])).promoted).toBe(3);
    const { rows } = await database.pool.query("SELECT email_id, type, attempt, detail FROM events");
    expect(rows).toEqual([{ email_id: scheduled, type: "queued", attempt: 0, detail: {} }]);
  }
});
