import { sql } from "kysely";
import { expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { until } from "../../../../test/harness/until.ts";
import { newId } from "../../../platform/ids/index.ts";
import { followRollups } from "../rollups/follow-rollups.fixture.ts";
import { loadMetrics } from "./load-metrics.ts";

const database = useDatabase({ max: 8 });
const accountId = newId();

const load = () => {
  const question = { accountId, timeZone: "UTC", granularity: "day", actor: "human", filters: {} } as const;
  return loadMetrics(database, { ...question, metrics: ["accepted"], dimensions: [] }, {});
};

async function waitsForLock(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rowCount === 1;
}

test("the sums have all mail until counted_until, even if the follower commits while they are read", async () => {
  await followRollups(database);
  const email = draftEmail(accountId, { to: "ada@example.com", subject: "x", text: "x" });
  await storeEmails(database, [email]);
  const asked = await database.db.transaction().execute(async (db) => {
    await sql`LOCK TABLE followers IN ACCESS EXCLUSIVE MODE`.execute(db);
    const loading = load();
    await until(waitsForLock, { what: "the question about the follower" });
    await followRollups({ db });
    return { loading };
  });
  const { counted_until, totals } = await asked.loading;
  expect(Date.parse(counted_until ?? "")).toBeGreaterThan(email.createdAt.getTime());
  expect(totals).toEqual({ accepted: 1 });
});
