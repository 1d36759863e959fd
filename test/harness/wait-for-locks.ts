import { expect } from "vitest";
import type { Database } from "../../src/platform/db/index.ts";
import { eventually } from "./eventually.ts";

/** Waits until this number of statements of the database waits for a lock. */
export async function waitForLocks({ pool }: Database, waiting: number): Promise<void> {
  await eventually(async () => {
    const { rows } = await pool.query<{ count: number }>(
      "SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expect(rows).toEqual([{ count: waiting }]);
  });
}
