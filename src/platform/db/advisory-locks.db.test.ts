import { onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../../test/harness/database.ts";
import { startFailingDatabase } from "../../../test/harness/failing-database.ts";
import { until } from "../../../test/harness/until.ts";
import { unlockAndRelease } from "./advisory-locks.ts";
import { openDatabase } from "./pool.ts";

const LOCK = 42;

test("a lock ends even if the statement that unlocks it fails", async () => {
  const other = await openTestDatabase({ max: 1 });
  const failing = await startFailingDatabase(other.connectionString);
  const database = openDatabase(failing.connectionString, { max: 1 });
  onTestFinished(async () => {
    await database.close();
    await failing.close();
  });
  const client = await database.pool.connect();
  await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
  failing.fail({ text: "SELECT pg_advisory_unlock", failure: "57014", times: 1 });
  await unlockAndRelease(client, LOCK);
  const tryLock = async () =>
    (await other.pool.query("SELECT pg_try_advisory_lock($1) AS mine", [LOCK])).rows[0].mine;
  await until(tryLock, { what: "the lock" });
});
