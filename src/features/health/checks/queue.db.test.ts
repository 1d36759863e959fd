import { expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { queueCheck } from "./queue.ts";

const database = useDatabase();

test("the check of a queue with too many destinations says that it saw only a part", async () => {
  const wordsOf = async () => (await queueCheck.examine({ database }))[0]?.words;
  expect(await wordsOf()).toBe("no mail is waiting");
  await storeEmails(database, [draftEmail(newId(), { to: "a@example.com", subject: "x", text: "x" })]);
  await database.pool.query(
    `INSERT INTO recipients (account_id, email_id, position, address, address_key, ready, due_at)
     SELECT account_id, email_id, n, 'a@d' || n || '.example', 'a@d' || n || '.example', true, now()
     FROM recipients, generate_series(1, 2100) n`,
  );
  expect(await wordsOf()).toMatch(
    /^in the part of the queue that was checked, the oldest mail has waited for /,
  );
});
