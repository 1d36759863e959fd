import { expect, test } from "vitest";
import { claimOf, claimReady, delivered } from "../../../../test/harness/claims.ts";
import { openTestDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import type { Database } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { settleAttempts } from "../settle-attempts.ts";

const account = newId();
let sent = 0;

/** One recipient each. */
async function send(database: Database, emails: number): Promise<void> {
  const drafts = Array.from({ length: emails }, () =>
    draftEmail(account, { to: `u${sent++}@example.com`, subject: "Hello", text: "Hi" }),
  );
  await storeEmails(database, drafts);
}

async function deliver(database: Database, limit: number): Promise<void> {
  const { rows } = await claimReady(database, { limit });
  expect(rows).toHaveLength(limit);
  await settleAttempts(
    database,
    rows.map((row) => ({ claim: claimOf(row), ...delivered })),
  );
}

type Reads = { rows: number; blocks: number };

/** Read on one connection, which keeps its plans. Many rows indicate a sequential scan, many blocks an index scan that is too long. */
async function readsOf({ pool }: Database): Promise<Reads> {
  await pool.query("SELECT pg_stat_force_next_flush()");
  const { rows } = await pool.query(
    `SELECT (seq_tup_read + idx_tup_fetch)::integer AS rows, (heap_blks_hit + idx_blks_hit)::integer AS blocks
     FROM pg_stat_user_tables JOIN pg_statio_user_tables USING (relid) WHERE relid = 'recipients'::regclass`,
  );
  return rows[0];
}

test.each([
  ["nothing", 0],
  ["a few", 30],
  ["a thousand", 1_000],
])(
  "claims and settlements do not read the whole queue when it has grown since statistics had %s",
  async (_, known) => {
    const database = await openTestDatabase({ max: 1, byIndex: true });
    await database.pool.query("ALTER TABLE recipients SET (autovacuum_enabled = false)");
    if (known > 0) await send(database, known);
    await database.pool.query("ANALYZE recipients");
    // From its sixth execution on, a statement keeps its plan.
    for (let n = 0; n < 6; n += 1) {
      await send(database, 2);
      await deliver(database, 2);
    }
    for (let n = 0; n < 40; n += 1) await send(database, 500);
    const before = await readsOf(database);
    await deliver(database, 20);
    const after = await readsOf(database);
    expect(after.rows - before.rows).toBeLessThan(500);
    expect(after.blocks - before.blocks).toBeLessThan(2_000);
  },
);
