import type { Database } from "../../../platform/db/index.ts";
import { holdRestoredChunk } from "../../recipients/index.ts";
import { recordIdentity, withRestoreLock } from "./queries.ts";

/** Rows per commit. */
const CHUNK_ROWS = 2_000;

/** The reason in the events of held recipients. */
const REASON =
  "the database was restored from a backup, and this email may have been sent since the backup was made. It is held until a person decides.";

/**
 * Detects a restored dump and holds its open recipients, because they may have been sent since the dump was made (checklist F21).
 * Returns the number of held recipients, or null if the database is not a restored one. Call it before a worker starts.
 */
export async function holdIfRestored(database: Database): Promise<number | null> {
  return await withRestoreLock(database, async ({ identity, recordedIdentity }) => {
    if (identity === recordedIdentity) return null;
    // A database without a recorded identity is new or was just migrated.
    const held = recordedIdentity === null ? null : await holdOpen(database);
    await recordIdentity(database.pool, identity);
    return held;
  });
}

/**
 * Makes every due recipient `uncertain`, with an event that gives the reason. Recipients that are due later stay scheduled. Returns
 * the number of held recipients. Needed for a copy of the database's files, which cannot be distinguished from the original.
 */
export async function holdOpen(database: Database): Promise<number> {
  let held = 0;
  for (;;) {
    const chunk = await holdRestoredChunk(database, { limit: CHUNK_ROWS, reason: REASON });
    if (chunk === 0) return held;
    held += chunk;
  }
}
