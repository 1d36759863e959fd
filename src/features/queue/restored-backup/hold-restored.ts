import type { Database } from "../../../platform/db/index.ts";
import { holdRestoredChunk } from "../../recipients/index.ts";
import { noteIdentity, whileAlone } from "./queries.ts";

/** Rows in one commit. */
const CHUNK_ROWS = 2_000;

/** Stands in the events of what is held. */
const REASON =
  "the database was restored from a backup, and this may have been sent since the backup was made. It is held until somebody decides.";

/**
 * Whether this database is a restored dump, and if so, holds what was open in it: since the dump was made, it may have been sent
 * (checklist F21). Returns how many recipients are held now; null: it is the database that it was. To be called before a worker starts.
 */
export async function holdIfRestored(database: Database): Promise<number | null> {
  return await whileAlone(database, async ({ identity, noted }) => {
    if (identity === noted) return null;
    // A database that is met for the first time has just been made, or brought up to date.
    const held = noted === null ? null : await holdOpen(database);
    await noteIdentity(database, identity);
    return held;
  });
}

/**
 * Holds every recipient whose time has come, as `uncertain`, with an event that says why; what is scheduled for later keeps its time.
 * Returns how many. For a copy of a database's files, which cannot be told apart from the original.
 */
export async function holdOpen(database: Database): Promise<number> {
  let held = 0;
  for (;;) {
    const chunk = await holdRestoredChunk(database, { limit: CHUNK_ROWS, reason: REASON });
    if (chunk === 0) return held;
    held += chunk;
  }
}
