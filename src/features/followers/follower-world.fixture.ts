import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { openTestDatabase } from "../../../test/harness/database.ts";
import type { Database } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { createLogger } from "../../platform/telemetry/index.ts";
import { recordAccountEvents, subjectOf } from "../account-events/index.ts";
import type { FollowerDefinition } from "../follower-definition.ts";
import { FollowerRunner } from "./follower-runner.ts";

const log = createLogger("silent", "test");

/** Counts account events by type, in a table of the test. */
export function counter(change: Partial<FollowerDefinition> = {}): FollowerDefinition {
  return {
    name: "test_counter",
    scope: "instance",
    begins: "oldest",
    step: async (transaction, { accountId, afterId, beforeId, limit }) => {
      const { rows } = await sql<{ id: string; type: string }>`
        SELECT id, type FROM account_events WHERE id > ${afterId} AND id < ${beforeId} AND (${accountId}::uuid IS NULL OR account_id = ${accountId})
        ORDER BY id LIMIT ${limit}`.execute(transaction);
      for (const { type } of rows)
        await sql`INSERT INTO test_counts VALUES (${type}, 1) ON CONFLICT (type) DO UPDATE SET n = test_counts.n + 1`.execute(
          transaction,
        );
      return { cursor: rows.length === limit ? (rows.at(-1)?.id ?? beforeId) : beforeId };
    },
    ...change,
  };
}

export async function openWorld() {
  const database = await openTestDatabase({ max: 8 });
  await database.pool.query("CREATE TABLE test_counts (type text PRIMARY KEY, n integer NOT NULL)");
  const accountId = await addAccount(database);
  const run = (definition = counter()) => {
    const runner = new FollowerRunner({ database, log, followers: [definition], takeEveryMs: 50 });
    runner.start();
    onTestFinished(() => runner.stop());
    return runner;
  };
  const record = (count: number, id = accountId) =>
    recordAccountEvents(
      database.db,
      Array.from({ length: count }, (_, n) => ({
        accountId: id,
        type: n % 2 === 0 ? ("domain.added" as const) : ("domain.verified" as const),
        subjectId: subjectOf("domain", `d${n}.example`),
      })),
    );
  const counts = async () => {
    const { rows } = await database.pool.query<{ type: string; n: number }>(
      "SELECT * FROM test_counts ORDER BY 1",
    );
    return Object.fromEntries(rows.map(({ type, n }) => [type, n]));
  };
  return { database, accountId, run, record, counts };
}

export async function addAccount({ pool }: Database): Promise<string> {
  const id = newId();
  await pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Test')", [id]);
  return id;
}
